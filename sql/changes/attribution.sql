create type analytics.ratio_days as (first_on date, last_on date, is_whole boolean);
comment on type analytics.ratio_days is
  'The days over which ratios of orders and spend are computed. is_whole: no known order or spend of the range is on another day, or no spend at all is known. Nulls without such a day.';
comment on type analytics.channel_result is
  'The results of a channel in a range, money in units of the currency. attributed_value is one of the others, as the metric says. spend, roas and cac are null for a channel without a platform of its own. '
  'roas and cac are those of analytics.ratio_days.';
create index orders_unmarked_idx on analytics.orders (brand_id, ordered_at) where is_new_customer is null;
