create table simulate.campaigns (
  campaign_no integer not null,
  platform text not null,
  name text not null,
  objective text not null,
  spend_micros bigint not null,
  cpm_micros bigint not null,
  ctr_ppm integer not null,
  cvr_ppm integer not null,
  aov_micros bigint not null,
  constraint campaigns_pkey primary key (campaign_no)
);
comment on table simulate.campaigns is 'The campaigns of the simulated brand and how each does on an ordinary day.';
comment on column simulate.campaigns.ctr_ppm is 'Clicks per million impressions.';
comment on column simulate.campaigns.cvr_ppm is 'Purchases per million clicks.';

insert into simulate.campaigns values
  (1, 'google', 'Brand search', 'search', 2100000000, 42000000, 92000, 61000, 84000000),
  (2, 'google', 'Jackets search', 'search', 1800000000, 38000000, 51000, 29000, 118000000),
  (3, 'google', 'Tents search', 'search', 1500000000, 35000000, 47000, 24000, 205000000),
  (4, 'google', 'Shopping all products', 'shopping', 3200000000, 12000000, 14000, 27000, 96000000),
  (5, 'google', 'Shopping best sellers', 'shopping', 2600000000, 14000000, 17000, 33000, 102000000),
  (6, 'google', 'Performance Max', 'performance_max', 4100000000, 9500000, 9000, 22000, 99000000),
  (7, 'google', 'YouTube spring films', 'video', 900000000, 8000000, 4200, 30000, 91000000),
  (8, 'meta', 'Prospecting broad', 'sales', 3800000000, 11000000, 12500, 17000, 88000000),
  (9, 'meta', 'Prospecting lookalikes', 'sales', 2400000000, 13000000, 13800, 19000, 90000000),
  (10, 'meta', 'Retargeting visitors', 'sales', 1200000000, 18000000, 21000, 41000, 93000000),
  (11, 'meta', 'Retargeting carts', 'sales', 800000000, 21000000, 24000, 63000, 97000000),
  (12, 'meta', 'Catalogue ads', 'sales', 2000000000, 10500000, 15600, 23000, 85000000),
  (13, 'meta', 'New collection', 'traffic', 1100000000, 9800000, 16100, 12000, 104000000),
  (14, 'meta', 'Gift guide', 'sales', 950000000, 12400000, 14700, 21000, 72000000),
  (15, 'meta', 'Loyalty members', 'sales', 600000000, 16500000, 26500, 52000, 110000000),
  (16, 'tiktok', 'Trail stories', 'sales', 1400000000, 6200000, 9800, 10500, 79000000),
  (17, 'tiktok', 'Creator films', 'sales', 1700000000, 5800000, 11200, 12500, 76000000),
  (18, 'tiktok', 'Packing list', 'traffic', 700000000, 5400000, 12900, 8000, 74000000),
  (19, 'tiktok', 'Retargeting viewers', 'sales', 600000000, 8900000, 15400, 21000, 81000000),
  (20, 'tiktok', 'Weekend offers', 'sales', 850000000, 6600000, 10700, 14000, 69000000);

create table simulate.ads (
  ad_no integer not null,
  campaign_no integer not null,
  adset_name text,
  ad_name text,
  format text,
  share_percent integer not null,
  constraint ads_pkey primary key (ad_no),
  constraint ads_campaign_no_fkey foreign key (campaign_no) references simulate.campaigns on delete cascade
);
comment on table simulate.ads is
  'What the simulated platforms report on: the ads of Meta and TikTok, and the campaigns themselves of Google, with their share of the campaign.';

insert into simulate.ads (ad_no, campaign_no, adset_name, ad_name, format, share_percent)
select
  campaigns.campaign_no * 10 + coalesce(variant.ad_no, 0),
  campaigns.campaign_no,
  variant.adset_name,
  campaigns.name || ' - ' || variant.ad_name,
  variant.format,
  coalesce(variant.share_percent, 100)
from simulate.campaigns
left join (
  values
    ('meta', 1, 'Women 25-54', 'summit film', 'video', 34),
    ('meta', 2, 'Women 25-54', 'jacket still', 'image', 21),
    ('meta', 3, 'Men 25-54', 'ridge film', 'video', 27),
    ('meta', 4, 'Men 25-54', 'gear carousel', 'carousel', 18),
    ('tiktok', 1, 'Everybody 18-44', 'first light', 'video', 58),
    ('tiktok', 2, 'Everybody 18-44', 'unboxing', 'video', 42)
) as variant (platform, ad_no, adset_name, ad_name, format, share_percent)
  on variant.platform = campaigns.platform;

alter table simulate.campaigns enable row level security;
alter table simulate.campaigns force row level security;
create policy everybody on simulate.campaigns for select using (true);
alter table simulate.ads enable row level security;
alter table simulate.ads force row level security;
create policy everybody on simulate.ads for select using (true);
grant select on simulate.campaigns, simulate.ads to vitrine_worker;
