create function storefront.plain(words text)
returns text
language sql immutable
return pg_catalog.regexp_replace(plain.words, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000E0000-\U000E0FFF]', '', 'g');
comment on function storefront.plain(text) is
  'Removes control characters, invisible characters and characters that change the writing direction. Keeps tabs and line breaks.';

grant execute on function storefront.plain(text) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
