create text search dictionary storefront.stem (template = pg_catalog.snowball, language = 'english');
comment on text search dictionary storefront.stem is
  'English stemmer without stop words, because words such as down, off and over occur in product names.';

create text search configuration storefront.shop (copy = pg_catalog.english);
alter text search configuration storefront.shop
  alter mapping for hword, hword_part, word with extensions.unaccent, storefront.stem;
alter text search configuration storefront.shop
  alter mapping for asciihword, asciiword, hword_asciipart with storefront.stem;
comment on text search configuration storefront.shop is
  'English text search that removes accents before stemming, so that cafetière and cafetiere are one word. It has no stop words.';

create table storefront.catalog_products (
  brand_id text not null,
  product_id text not null,
  item_group_id text,
  title text not null,
  description text,
  link text,
  images text[] not null default '{}',
  regular_price_micros bigint not null,
  sale_price_micros bigint,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  announced_price_micros bigint not null,
  price_changes_at timestamptz,
  currency text not null,
  availability text not null,
  quantity integer,
  product_brand text,
  category text,
  gtin text,
  mpn text,
  sku text,
  group_key text not null generated always as (coalesce(item_group_id, product_id)) stored,
  sku_key text,
  mpn_key text,
  condition text,
  attributes jsonb not null default '{}',
  rating_score numeric,
  rating_count integer,
  review_score numeric,
  review_count integer not null default 0,
  shown_score numeric generated always as (coalesce(review_score, rating_score)) stored,
  shown_count integer generated always as (
    case when review_score is not null then review_count when rating_score is not null then rating_count else 0 end
  ) stored,
  related jsonb not null default '[]',
  title_length smallint not null default 0,
  name_length smallint not null default 0,
  description_length smallint not null default 0,
  attributes_length smallint not null default 0,
  content_hash text not null,
  created_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  source_id text,
  feed_fields jsonb not null default '{}',
  constraint catalog_products_pkey primary key (brand_id, product_id) include (group_key),
  constraint catalog_products_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint catalog_products_currency_fkey foreign key (currency) references core.currencies on delete restrict,
  constraint catalog_products_price_check check (regular_price_micros >= 0 and sale_price_micros >= 0 and sale_price_micros < regular_price_micros),
  constraint catalog_products_sale_check check (
    sale_starts_at < sale_ends_at and (sale_price_micros is not null or (sale_starts_at is null and sale_ends_at is null))
  ),
  constraint catalog_products_availability_check check (availability in ('in_stock', 'low_stock', 'out_of_stock', 'preorder')),
  constraint catalog_products_condition_check check (condition in ('new', 'refurbished', 'used')),
  constraint catalog_products_rating_check check (rating_score between 0 and 5)
);
-- Plans are made for a large shop. Policies and functions both compare brand_id, so that the planner otherwise expects a few products in each
-- of many shops, and looks up a product by reading all of its shop.
alter table storefront.catalog_products alter column brand_id set (n_distinct = 20);
call platform.keep_plain(
  'storefront.catalog_products', 'product_id', 'item_group_id', 'title', 'description', 'link', 'images',
  'product_brand', 'category', 'gtin', 'mpn', 'sku', 'attributes', 'related', 'feed_fields'
);
create index catalog_products_group_idx on storefront.catalog_products (brand_id, item_group_id) where item_group_id is not null;
-- The product is not a key column. Otherwise the planner may read this index, with all products of a brand, to look up one product.
create index catalog_products_group_key_idx on storefront.catalog_products (brand_id, group_key) include (product_id);
create index catalog_products_category_idx on storefront.catalog_products (brand_id, category) include (product_id);
create index catalog_products_brand_idx on storefront.catalog_products (brand_id, product_brand) include (product_id);
-- The facts by which a search filters, groups and orders. It reads them from this index without the texts of the products.
create index catalog_products_facts_idx on storefront.catalog_products (brand_id, product_id) include (
  group_key, regular_price_micros, sale_price_micros, sale_starts_at, sale_ends_at, currency, availability, quantity, shown_score
);
create index catalog_products_sku_idx on storefront.catalog_products (brand_id, sku_key) where sku_key is not null;
create index catalog_products_gtin_idx on storefront.catalog_products (brand_id, gtin) where gtin is not null;
create index catalog_products_changes_idx on storefront.catalog_products (price_changes_at, brand_id) where price_changes_at is not null;
create index catalog_products_mpn_idx on storefront.catalog_products (brand_id, mpn_key) where mpn_key is not null;
comment on table storefront.catalog_products is
  'Products of a brand as its feed states them: one row per variant. Read storefront.products, which adds the current price.';
comment on column storefront.catalog_products.regular_price_micros is 'The price outside a sale, in micros of the product''s own currency.';
comment on column storefront.catalog_products.sale_price_micros is
  'The price during a sale, in micros, always below the regular price. Null without a sale.';
comment on column storefront.catalog_products.sale_starts_at is 'The first instant of the sale. Null without a stated start.';
comment on column storefront.catalog_products.sale_ends_at is 'The first instant after the sale. Null without a stated end.';
comment on column storefront.catalog_products.announced_price_micros is
  'The price at the last import or announcement, in micros. The next product.price_changed event states it as the previous price.';
comment on column storefront.catalog_products.price_changes_at is
  'The next start or end of the sale. Null if none is known. The worker then emits product.price_changed.';
comment on column storefront.catalog_products.sku_key is
  'The SKU in lower case (storefront.lowered), independent of the locale of the database. The import writes it. It is a column, because an index on an '
  'expression is not used under row-level security.';
comment on column storefront.catalog_products.source_id is 'The connected shop that reported the product. Null for products of files.';
comment on column storefront.catalog_products.feed_fields is
  'Fields that only merchant feeds contain, by the names of Google Merchant Center, such as shipping and availability_date. A value is a text or a '
  'list of texts.';
comment on column storefront.catalog_products.rating_score is 'Rating from the feed, 0 to 5. Null without ratings, never 0.';
comment on column storefront.catalog_products.review_score is 'Mean rating of the stored reviews, 1 to 5. Null without reviews.';
comment on column storefront.catalog_products.shown_score is 'The displayed rating. The stored reviews take precedence over the rating in the feed.';
comment on column storefront.catalog_products.related is 'Related products that the feed names: [{"id", "type"}]. type is a type of GET /recommend.';
comment on column storefront.catalog_products.title_length is
  'Number of words in the title. The other lengths are analogous. name_length counts brand, MPN and SKU.';

create table storefront.postings (
  brand_id text not null,
  term text not null,
  product_id text not null,
  weight real not null,
  constraint postings_pkey primary key (brand_id, term, product_id) include (weight)
);
comment on table storefront.postings is
  'The products that contain a term, with its weighted frequency. Fields are weighted, normalized by length and added before saturation (BM25F). '
  'It has no foreign key, because the check of each row takes longer than to write it: storefront.forget_words and core.delete_brand delete its rows.';
comment on column storefront.postings.weight is
  'The weighted frequency. Negative if the title or kind has the term only before another word, as laptop in "laptop bag": see storefront.head_words.';

create table storefront.product_terms (
  brand_id text not null,
  product_id text not null,
  terms text[] not null,
  constraint product_terms_pkey primary key (brand_id, product_id),
  constraint product_terms_product_fkey foreign key (brand_id, product_id) references storefront.catalog_products on delete cascade
);
comment on table storefront.product_terms is
  'The terms under which storefront.postings has a product, so that they are found without an index on its products.';

create table storefront.terms (
  brand_id text not null,
  term text not null,
  products integer not null,
  constraint terms_pkey primary key (brand_id, term),
  constraint terms_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
create index terms_trigram_idx on storefront.terms using gin (term extensions.gin_trgm_ops);
comment on table storefront.terms is 'Terms of a brand''s catalog, with the number of products that contain each.';

create table storefront.names (
  brand_id text not null,
  kind text not null,
  name text not null,
  words text not null,
  products integer not null,
  currency text not null,
  middle_price_micros bigint not null,
  compared_products integer not null default 0,
  constraint names_pkey primary key (brand_id, kind, name),
  constraint names_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint names_kind_check check (kind in ('brand', 'category'))
);
create index names_words_idx on storefront.names (brand_id, words);
comment on table storefront.names is
  'Brands and categories of a catalog, with the words that name them in a query, the number of products and the median price.';
comment on column storefront.names.currency is 'The currency with most prices. The median is of these prices.';
comment on column storefront.names.middle_price_micros is 'The median price by storefront.middle_prices, in micros. 0 without a price above 0.';
comment on column storefront.names.compared_products is
  'Number of products that the median counts: prices above 0 in the currency, a product with variants once.';

create table storefront.catalogs (
  brand_id text not null,
  products integer not null,
  title_length real not null,
  name_length real not null,
  description_length real not null,
  attributes_length real not null,
  currencies text[] not null default '{}',
  has_groups boolean not null default false,
  updated_at timestamptz not null default platform.now(),
  index_version smallint not null default 0,
  feed_version smallint not null default 0,
  version uuid default pg_catalog.gen_random_uuid(),
  version_from timestamptz default platform.now(),
  constraint catalogs_pkey primary key (brand_id),
  constraint catalogs_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table storefront.catalogs is
  'Number of products of a brand, and average number of words in each field, when its catalog was last indexed.';
comment on column storefront.catalogs.currencies is 'Currencies of the prices, the most frequent first.';
comment on column storefront.catalogs.index_version is
  'Version of the weights of the search index, as of storefront.index_version(). 0 if 0.2.0 wrote it.';
comment on column storefront.catalogs.feed_version is
  'Version of the rules of feeds that storefront.feed_judgments is of, as of storefront.feed_version(). 0 without judgments.';
comment on column storefront.catalogs.version is
  'Changes in each transaction that writes products, reviews or medians of the brand (storefront.renew_version). It is random, so that a restored backup '
  'does not repeat one. Null until the first write of 0.3.0.';
comment on column storefront.catalogs.version_from is
  'When the version was written. Null until then. Another server whose clock is earlier does not use it, because the prices of that time can be others.';
comment on column storefront.catalogs.has_groups is 'Whether any product belongs to a group of variants.';

create table storefront.reviews (
  brand_id text not null,
  review_id text not null,
  product_id text not null,
  author text,
  rating numeric not null,
  title text,
  body text,
  language text,
  verified_purchase boolean not null default false,
  helpful_count integer not null default 0,
  pros text[] not null default '{}',
  cons text[] not null default '{}',
  is_incentivized boolean not null default false,
  source_name text,
  source_url text,
  reply text,
  replied_at timestamptz,
  created_at timestamptz not null,
  constraint reviews_pkey primary key (brand_id, review_id),
  constraint reviews_rating_check check (rating between 1 and 5)
);
call platform.keep_plain('storefront.reviews', 'review_id', 'author', 'title', 'body', 'language', 'pros', 'cons', 'source_name', 'source_url', 'reply');
create index reviews_product_idx on storefront.reviews (brand_id, product_id, created_at desc);
comment on table storefront.reviews is
  'Product reviews by buyers. It has no foreign key, because a hidden product keeps its reviews. The import that withdraws a product, and '
  'core.delete_brand, delete them.';
