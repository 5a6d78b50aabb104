create function storefront.web_address(link text)
returns text
language sql immutable
return case when web_address.link ~* '^https?://[^[:space:][:cntrl:]<>"\\^`{|}]+$' and web_address.link !~ '^[^/]*//[^/?#]*@' then web_address.link end;
comment on function storefront.web_address(text) is
  'Returns a link that is a valid http or https URL without user name. Returns null for others, such as javascript: and data: URLs. '
  'shared/schema/web_address.ts has the same rule for input.';

create function storefront.web_addresses(links text[])
returns text[]
-- plpgsql keeps the plan of the query.
language plpgsql immutable
as $$
begin
  return array(
    select given.link
    from pg_catalog.unnest(web_addresses.links) with ordinality as given (link, number)
    where storefront.web_address(given.link) is not null
    order by given.number
  );
end
$$;
comment on function storefront.web_addresses(text[]) is 'Returns the valid http and https URLs of a list, in their order.';

grant execute on function
  storefront.web_address(text),
  storefront.web_addresses(text[])
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
