import type { Audience } from './audience.ts'

interface Key {
  prefix: string
  account_id: string
}

/** Sentences about accounts, brands, keys, people and analysts, which the command line manages. */
export const administration = {
  names_no_account: ({ account_id }: { account_id: string }, { operation }: Audience) =>
    `There is no account ${account_id}. ${operation('analytics.brands')} shows those that have brands.`,
  is_no_currency_code: ({ currency }: { currency: string }) =>
    `must be an ISO 4217 code such as USD or EUR, not ${currency}.`,
  is_no_time_zone: ({ timezone }: { timezone: string }) =>
    `must be an IANA zone such as America/New_York, not ${timezone}.`,
  is_no_slug: ({ slug }: { slug: string }) =>
    `must be lower-case letters and digits with single hyphens between, such as my-brand, not ${slug}.`,
  this_slug_is_taken: ({ slug }: { slug: string }) => `must be unique. The account has a brand ${slug} already.`,
  several_accounts_have_this_brand: ({ brand, brand_ids }: { brand: string; brand_ids: string[] }) =>
    `Several accounts have a brand ${brand}. Use its id: ${brand_ids.join(', ')}.`,
  names_no_brand_of_this_account: (given: { brand: string; account_id: string }, { operation }: Audience) =>
    `The account ${given.account_id} has no brand ${given.brand}. ${operation('analytics.brands')} shows the brands of each account.`,
  names_no_brand_that_you_can_read: ({ brand_id }: { brand_id: string }, { operation }: Audience) =>
    `There is no brand with the id or slug ${brand_id}. ${operation('analytics.brands')} lists the brands.`,
  names_no_brand: ({ brand }: { brand: string }, { operation }: Audience) =>
    `There is no brand with the id or slug ${brand}. ${operation('analytics.brands')} lists the brands.`,

  names_no_deleted_brand: ({ brand }: { brand: string }) => `No deleted brand ${brand} is stored.`,

  is_no_kind_of_key: ({ prefix, prefixes }: { prefix: string; prefixes: string[] }) =>
    `must be one of ${prefixes.join(', ')}, not ${prefix}.`,
  is_no_scope_of_this_kind_of_key: ({ scopes }: { scopes: string[] }) =>
    `must contain only scopes of this kind of key: ${scopes.join(', ')}.`,
  a_key_is_for_one_brand_or_for_all_brands: () =>
    'A key is for one brand or for all brands. Send one of the two inputs.',
  this_kind_of_key_is_for_one_brand: ({ prefix }: { prefix: string }) =>
    `is required, because a key of the kind ${prefix} is for one brand.`,
  this_account_has_no_brand: ({ prefix, account_id }: Key) =>
    `A key of the kind ${prefix} is for one brand, and the account ${account_id} has none. Create a brand first.`,
  this_account_has_several_brands: (given: Key & { brand_ids: string[]; may_reach_all: boolean }) =>
    `A key of the kind ${given.prefix} is for one brand, and the account ${given.account_id} has several: ${given.brand_ids.join(', ')}. ` +
    (given.may_reach_all ? 'Send one of them, or all_brands (--all-brands).' : 'Send one of them.'),

  is_no_login_name: ({ name }: { name: string }) =>
    `must be up to 63 lower-case letters, digits and underscores, with a letter first and without the reserved prefixes pg_ and vitrine_, not ${name}.`,
  this_login_name_is_taken: ({ name }: { name: string }) =>
    `must be a new login name. ${name} exists already; "vitrine analysts add" grants it more brands.`,
  this_name_is_taken_by_a_schema: ({ name }: { name: string }) =>
    `must not be the name of a schema. An analyst gets a schema of the login name, and ${name} exists already.`,
  must_be_a_scram_verifier: () => 'must be a SCRAM-SHA-256 verifier, not the password itself.',
  names_no_analyst: ({ name }: { name: string }) => `There is no analyst ${name}. "vitrine analysts list" shows them.`,

  people_are_managed_by_the_platform: () =>
    'This platform keeps its own accounts and passwords. Invite the person there, then "vitrine people add" makes them a member of a brand.',
  has_the_wrong_length: (given: { characters_min: number; bytes_max: number }) =>
    `must have at least ${given.characters_min} characters and at most ${given.bytes_max} bytes.`,
  is_no_email_address: ({ email }: { email: string }) =>
    `must be an e-mail address such as ada@example.com, not ${email}.`,
  must_have_1_to_100_characters: () => 'must have 1 to 100 characters.',
  this_email_address_is_taken: ({ email }: { email: string }) =>
    `A person signs in as ${email} already. "vitrine people add" makes them a member of a brand, "vitrine people password" sets another password.`,
  names_no_person: ({ person, may_be_created }: { person: string; may_be_created: boolean }) =>
    `No person signs in as ${person}. "vitrine people list" lists them. ` +
    (may_be_created ? '"vitrine people create" adds a person.' : 'Invite the person on the platform first.'),
  several_people_match: ({ person, person_ids }: { person: string; person_ids: string[] }) =>
    `Several people sign in as ${person}. Use an id: ${person_ids.join(', ')}.`,
  is_the_last_owner: ({ brand_id }: { brand_id: string }, { reader }: Audience) =>
    reader === 'page'
      ? 'is the only owner of this brand. Make another member an owner first.'
      : `is the only owner of ${brand_id}. Add another owner first: "vitrine people add".`,
  is_not_a_member: ({ brand_id }: { brand_id: string | null }) =>
    `is not a member of ${brand_id ?? 'any brand'}. "vitrine people list" shows the members.`,
}
