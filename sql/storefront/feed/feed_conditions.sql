create function storefront.google_department(category_id text)
returns text
language sql immutable
return case
  when google_department.category_id in (
    '182', '187', '203', '204', '206', '207', '208', '209', '211', '212', '213', '214', '215', '1516', '1578', '1580', '1581', '1594', '1604', '1675', '1772',
    '1807', '1831', '2160', '2271', '2292', '2302', '2306', '2331', '2396', '2562', '2563', '2580', '2745', '2963', '3066', '3128', '3188', '3191', '3253',
    '3379', '3414', '3439', '3455', '3598', '3683', '3724', '3729', '3852', '3888', '3951', '3958', '4003', '5182', '5183', '5250', '5322', '5327', '5329',
    '5330', '5343', '5344', '5378', '5379', '5388', '5408', '5409', '5410', '5411', '5412', '5423', '5424', '5425', '5441', '5460', '5461', '5462', '5463',
    '5483', '5484', '5490', '5506', '5513', '5514', '5517', '5549', '5552', '5555', '5564', '5598', '5621', '5622', '5673', '5674', '5676', '5677', '5678',
    '5679', '5680', '5681', '5682', '5683', '5684', '5697', '5713', '5834', '5878', '5909', '5949', '6006', '6031', '6087', '6227', '6228', '6229', '7003',
    '7132', '7207', '7208', '7209', '7210', '7211', '7235', '7236', '7237', '7281', '7313', '8149', '8248', '499979'
  ) then 'clothing'
  when google_department.category_id in (
    '166', '167', '168', '169', '170', '171', '173', '176', '177', '178', '179', '181', '184', '188', '189', '190', '191', '192', '194', '196', '197', '200',
    '201', '1483', '1662', '1786', '1922', '1933', '1948', '2020', '2477', '2668', '3032', '3913', '4057', '5122', '5192', '5193', '5194', '5387', '5390',
    '5422', '5426', '5443', '5446', '5567', '5623', '5624', '5625', '5626', '5685', '5686', '5687', '5688', '5907', '5914', '5915', '5939', '5941', '5942',
    '6169', '6183', '6238', '6268', '6463', '6551', '6552', '6984', '6985', '7054', '7078', '7133', '7230', '7304', '7305', '7306', '7307', '8017', '8018',
    '8200', '8451', '499972', '500008', '500118', '502987', '502988', '543586', '543587', '543644', '543645', '543646', '543673', '543674'
  ) then 'apparel'
  when google_department.category_id in (
    '783', '784', '839', '855', '886', '887', '5037', '5038', '5039', '5040', '5041', '5860', '5861', '7516', '499821', '499866', '499995', '543522',
    '543523', '543524', '543525', '543526', '543527', '543528', '543529', '543539', '543540', '543541', '543542', '543543'
  ) then 'media'
end;
comment on function storefront.google_department(text) is
  'Returns the department of an id of the product taxonomy of Google, version 2021-09-21: clothing for clothing and shoes, apparel for other apparel, '
  'media, or null. Null also for the exceptions of age_group, such as shoelaces.';

create function storefront.feed_conditions(availability text, category text, feed_fields jsonb)
returns text[]
language sql immutable
return array[
  'all',
  case when feed_conditions.availability = 'preorder' then 'preorder' end,
  case when storefront.google_department(feed_conditions.feed_fields ->> 'google_product_category') in ('apparel', 'clothing') or (
      coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category) ~* '^(Apparel|Clothing) & Accessories( >|$)'
      and coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category) !~*
        '> (Pinback Buttons|Tie Clips|Cufflinks|Wristbands|Shoe Covers|Shoelaces|Spurs|Watch Bands|Keychains|Wallet Chains|Lanyards|Checkbook Covers|Badge & Pass Holders|Watch Winders|Watch Stickers & Decals|Handkerchiefs|Decorative Fans)$'
    ) then 'apparel' end,
  case when storefront.google_department(feed_conditions.feed_fields ->> 'google_product_category') = 'clothing'
      or coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category)
        ~* '^(Apparel|Clothing) & Accessories > (Clothing|Shoes)( >|$)'
    then 'clothing' end,
  case when storefront.google_department(feed_conditions.feed_fields ->> 'google_product_category') = 'media'
      or coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category) ~* '^Media( >|$)'
    then 'media' else 'not_media' end
];
comment on function storefront.feed_conditions(text, text, jsonb) is
  'Returns what rules of feeds may apply to, as feed_rules.applies_to. Categories of Google are recognized by their path and by their id. The exceptions '
  'of age_group count for all required fields of apparel.';
grant execute on function storefront.google_department(text), storefront.feed_conditions(text, text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
