create function platform.hidden_characters()
returns text
language sql immutable parallel safe
return '\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e'
  '\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
  '\U000E0000-\U000E0FFF';
comment on function platform.hidden_characters() is
  'Characters that people cannot see, as ranges of a regular expression: control characters except tab and line ends, zero-width characters, tags, '
  'variation selectors, fillers, and characters that set the writing direction.';

create function platform.plain(words text)
returns text
language sql immutable parallel safe
return case
  when plain.words !~ '[^\t\n\r -~]' or plain.words !~ ('[' || platform.hidden_characters() || ']') and plain.words is nfc normalized then plain.words
  else normalize(
    pg_catalog.regexp_replace(
      pg_catalog.translate(plain.words, U&'\2028\2029', E'\n\n'),
      -- The first branch is kept: characters in which an invisible character has a meaning. The second branch is removed.
      '('
        -- Emoji, with variation selector and zero-width joiners (UTS 51), keycaps, symbols with a variation selector, and the three flags with tags.
        '[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001F000-\U0001FAFF][\ufe0e\ufe0f]?'
          '(?:\u200d[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001F000-\U0001FAFF]\ufe0f?)*'
        '|[#*0-9]\ufe0f\u20e3'
        '|[\u00a9\u00ae\u203c\u2049\u2122\u2139\u24c2\u3030\u303d\u3297\u3299][\ufe0e\ufe0f]'
        '|\U0001F3F4\U000E0067\U000E0062(?:\U000E0065\U000E006E\U000E0067|\U000E0073\U000E0063\U000E0074|\U000E0077\U000E006C\U000E0073)\U000E007F'
        -- Scripts of India, Sri Lanka, Myanmar and Cambodia: one joiner between letters or marks, and a zero-width joiner after a virama.
        '|[\u0900-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff\ua8e0-\ua8ff]'
          '(?:[\u200c\u200d]?[\u0900-\u0dff\u1000-\u109f\u1780-\u17b3\u17b6-\u17ff\ua8e0-\ua8ff])*'
          '(?:[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]\u200d)?'
        -- Arabic, Syriac and related scripts: one zero-width non-joiner between letters or marks (Persian, Urdu, Kurdish).
        '|[\u0620-\u06ff\u0710-\u07ff\u0840-\u08ff](?:\u200c?[\u0620-\u06ff\u0710-\u07ff\u0840-\u08ff])*'
        -- Mongolian: one variation selector or vowel separator after a letter.
        '|[\u1820-\u18aa][\u180b-\u180e]?'
      ')'
      '|[' || platform.hidden_characters() || ']',
      '\1', 'g'
    ),
    nfc
  )
end;
comment on function platform.plain(text) is
  'Returns a text of others in NFC and without hidden characters, except where Unicode gives these a meaning: joiners within emoji (UTS 51) and '
  'between letters of scripts that need them (UAX 31, section 2.3; UTS 39).';

create function platform.plain(words text[])
returns text[]
language sql immutable parallel safe
return case
  when plain.words is not null
    then array(select platform.plain(given.word) from pg_catalog.unnest(plain.words) with ordinality as given (word, position) order by given.position)
end;
comment on function platform.plain(text[]) is 'Returns each text of a list as platform.plain(text) does.';

create function platform.plain(value jsonb)
returns jsonb
language plpgsql immutable parallel safe
as $$
begin
  return case pg_catalog.jsonb_typeof(plain.value)
    when 'string' then pg_catalog.to_jsonb(platform.plain(plain.value #>> '{}'))
    when 'array' then (
      select coalesce(pg_catalog.jsonb_agg(platform.plain(members.value) order by members.position), '[]')
      from pg_catalog.jsonb_array_elements(plain.value) with ordinality as members (value, position)
    )
    when 'object' then (
      select coalesce(pg_catalog.jsonb_object_agg(platform.plain(members.key), platform.plain(members.value)), '{}')
      from pg_catalog.jsonb_each(plain.value) as members
    )
    else plain.value
  end;
end
$$;
comment on function platform.plain(jsonb) is 'Returns a document with each name and each string as platform.plain(text) returns it.';

-- Conditions of the triggers below: most texts are ASCII, for which they cost one regular expression.
create function platform.is_plain(words text)
returns boolean
language sql immutable parallel safe
return is_plain.words !~ '[^\t\n\r -~]' or is_plain.words = platform.plain(is_plain.words);
create function platform.is_plain(words text[])
returns boolean
language sql immutable parallel safe
return is_plain.words::text !~ '[^\t\n\r -~]' or is_plain.words = platform.plain(is_plain.words);
create function platform.is_plain(value jsonb)
returns boolean
language sql immutable parallel safe
-- In the text of a document, control characters are escapes.
return is_plain.value::text !~ '[^ -~]|\\(u00|b|f)'
  or is_plain.value::text !~ ('[' || platform.hidden_characters() || ']|\\(u00|b|f)') and is_plain.value::text is nfc normalized
  or is_plain.value = platform.plain(is_plain.value);
comment on function platform.is_plain(text) is 'Returns whether platform.plain returns the text unchanged.';
comment on function platform.is_plain(text[]) is 'Returns whether platform.plain returns the list unchanged.';
comment on function platform.is_plain(jsonb) is 'Returns whether platform.plain returns the document unchanged.';

create function platform.write_plain()
returns trigger
language plpgsql
as $$
begin
  return pg_catalog.jsonb_populate_record(
    new,
    (
      select pg_catalog.jsonb_object_agg(columns.name, platform.plain(pg_catalog.to_jsonb(new) -> columns.name))
      from pg_catalog.unnest(tg_argv) as columns (name)
    )
  );
end
$$;
comment on function platform.write_plain() is 'Trigger: writes the columns that its arguments name as platform.plain returns them.';

create procedure platform.keep_plain(filled_table regclass, variadic columns name[])
language plpgsql
as $$
begin
  execute (
    select pg_catalog.format(
      'create trigger keep_plain before insert or update of %1$s on %2$s for each row when (%3$s) execute function platform.write_plain(%4$s)',
      pg_catalog.string_agg(pg_catalog.quote_ident(given.name), ', '), keep_plain.filled_table,
      pg_catalog.string_agg(pg_catalog.format('not platform.is_plain(new.%I)', given.name), ' or '),
      pg_catalog.string_agg(pg_catalog.quote_literal(given.name), ', ')
    )
    from pg_catalog.unnest(keep_plain.columns) as given (name)
  );
end
$$;
comment on procedure platform.keep_plain(regclass, name[]) is
  'Creates the trigger that cleans texts of others in a table, whichever statement writes them. Columns are text, text[] or jsonb.';

grant execute on function
  platform.hidden_characters(), platform.plain(text), platform.plain(text[]), platform.plain(jsonb),
  platform.is_plain(text), platform.is_plain(text[]), platform.is_plain(jsonb)
to public;
-- The worker stages imports in temporary tables with the same trigger.
grant execute on function platform.write_plain() to vitrine_worker;
grant execute on procedure platform.keep_plain(regclass, name[]) to vitrine_worker;
