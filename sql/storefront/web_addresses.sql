create function storefront.web_address(link text)
returns text
language sql immutable
return case when web_address.link ~* '^https?://[^[:space:][:cntrl:]<>"\\^`{|}]+$' and web_address.link !~ '^[^/]*//[^/?#]*@' then web_address.link end;
comment on function storefront.web_address(text) is
  'Returns a link that is a valid http or https URL without user name. Returns null for others, such as javascript: and data: URLs. '
  'shared/schema/web_address.ts has the same rule for input.';

create function storefront.web_addresses(links text[])
returns text[]
-- A loop, because a query takes longer to start than to read the few images of a product.
language plpgsql immutable
as $$
declare
  v_link text;
  v_shown text[] := array[]::text[];
begin
  foreach v_link in array coalesce(web_addresses.links, '{}') loop
    if storefront.web_address(v_link) is not null then
      v_shown := pg_catalog.array_append(v_shown, v_link);
    end if;
  end loop;
  return v_shown;
end
$$;
comment on function storefront.web_addresses(text[]) is 'Returns the valid http and https URLs of a list, in their order.';

grant execute on function
  storefront.web_address(text),
  storefront.web_addresses(text[])
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
