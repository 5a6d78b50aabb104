import type { Audience } from './audience.ts'

interface Key {
  prefix: string
  account_id: string
}

/** Sentences about accounts, brands, keys, people and analysts, which the command line manages. */
export const administration = {
  no_such_account: ({ account_id }: { account_id: string }, { operation }: Audience) =>
    `there is no account ${account_id}. ${operation('analytics.brands')} shows those that have brands.`,
  not_a_currency_code: ({ currency }: { currency: string }) =>
    `${currency} is not an ISO 4217 code. Use one such as USD or EUR.`,
  not_a_time_zone: ({ timezone }: { timezone: string }) =>
    `${timezone} is not an IANA zone. Use one such as America/New_York.`,
  not_a_slug: ({ slug }: { slug: string }) =>
    `${slug} must be lower-case letters and digits with single hyphens between. Use one such as my-brand.`,
  slug_is_taken: ({ slug }: { slug: string }) => `the account has a brand ${slug} already. Choose another.`,
  several_accounts_have_this_brand: ({ brand, brand_ids }: { brand: string; brand_ids: string[] }) =>
    `several accounts have a brand ${brand}. Use its id: ${brand_ids.join(', ')}.`,
  no_such_brand_in_account: (given: { brand: string; account_id: string }, { operation }: Audience) =>
    `the account ${given.account_id} has no brand ${given.brand}. ${operation('analytics.brands')} shows the brands of each account.`,
  no_such_brand: ({ brand }: { brand: string }, { operation }: Audience) =>
    `there is none with the id or slug ${brand}. ${operation('analytics.brands')} shows them.`,

  not_a_kind_of_key: ({ prefix, prefixes }: { prefix: string; prefixes: string[] }) =>
    `${prefix} is not a kind of key. Use one of ${prefixes.join(', ')}.`,
  not_a_scope_of_this_kind: ({ scopes }: { scopes: string[] }) => `a key of this kind carries ${scopes.join(', ')}.`,
  one_brand_or_all: () => 'a key is for one brand or for all of them. Leave out one of the two.',
  kind_is_for_one_brand: ({ prefix }: { prefix: string }) =>
    `a key of the kind ${prefix} is always for one brand. Name the brand.`,
  account_has_no_brand: ({ prefix, account_id }: Key) =>
    `a key of the kind ${prefix} is for one brand, and the account ${account_id} has none. Create a brand first.`,
  account_has_several_brands: (given: Key & { brand_ids: string[]; may_reach_all: boolean }) =>
    `a key of the kind ${given.prefix} is for one brand, and the account ${given.account_id} has several: ${given.brand_ids.join(', ')}. ` +
    (given.may_reach_all ? 'Name one, or ask for all of them with all_brands (--all-brands).' : 'Name one.'),

  not_a_login_name: ({ name }: { name: string }) =>
    `${name} cannot be a login here. Use up to 63 lower-case letters, digits and underscores, a letter first; pg_ and vitrine_ are reserved.`,
  login_is_taken: ({ name }: { name: string }) =>
    `there is a login ${name} already. Choose another name, or give it more brands with "vitrine analysts add".`,
  schema_is_taken: ({ name }: { name: string }) =>
    `there is a schema ${name} already, and an analyst has a schema of that name. Choose another name.`,
  must_be_a_scram_verifier: () => 'must be a SCRAM-SHA-256 verifier, not the password itself.',
  no_such_analyst: ({ name }: { name: string }) => `there is no analyst ${name}. "vitrine analysts list" shows them.`,

  people_are_managed_by_the_platform: () =>
    'this platform keeps its own accounts and passwords. Invite the person there, then "vitrine people add" makes them a member of a brand.',
  password_has_the_wrong_length: (given: { characters_min: number; bytes_max: number }) =>
    `it takes ${given.characters_min} characters or more, and ${given.bytes_max} bytes at most.`,
  not_an_email_address: ({ email }: { email: string }) =>
    `${email} is not an e-mail address. Write it as ada@example.com.`,
  email_is_taken: ({ email }: { email: string }) =>
    `a person signs in as ${email} already. "vitrine people add" makes them a member of a brand, "vitrine people password" sets another password.`,
  no_such_person: ({ person, may_be_created }: { person: string; may_be_created: boolean }) =>
    `no person signs in as ${person}. "vitrine people list" lists them; ` +
    (may_be_created ? '"vitrine people create" adds a person.' : 'invite the person on the platform first.'),
  several_people_match: ({ person, person_ids }: { person: string; person_ids: string[] }) =>
    `several people sign in as ${person}. Name one by id: ${person_ids.join(', ')}.`,
  last_owner: ({ brand_id }: { brand_id: string }) =>
    `is the last owner of ${brand_id}, which must keep one. Make another person an owner first: "vitrine people add".`,
  not_a_member: ({ brand_id }: { brand_id: string | null }) =>
    `is not a member of ${brand_id ?? 'any brand'}. "vitrine people list" shows the members.`,
}
