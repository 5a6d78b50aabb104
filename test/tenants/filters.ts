/** A condition in a function that separates brands, and its replacement for the test. */
export interface Filter {
  routine: string
  condition: string
  without: string
  /** The check that still separates brands without this condition. */
  held?: string
}

/** The functions that select the brand of a request, and the security definer functions. */
export const filters: Filter[] = [
  {
    routine: 'core.choose_brand(text, text[])',
    condition: 'choose_brand.brand_id = any (choose_brand.reachable_brand_ids)',
    without: 'choose_brand.brand_id is not null',
  },
  {
    routine: 'core.choose_shown_brand(text, text[], boolean)',
    condition: 'choose_shown_brand.brand_id = any (choose_shown_brand.reachable_brand_ids)',
    without: 'false',
  },
  {
    routine: 'core.choose_shown_brand(text, text[], boolean)',
    condition: "brands.status <> 'archived'",
    without: 'true',
  },
  {
    routine: 'core.find_key(bytea, text)',
    condition: 'api_keys.brand_id is null or brands.brand_id = api_keys.brand_id',
    without: 'true',
  },
  {
    routine: 'core.find_key(bytea, text)',
    condition: 'brands.account_id = api_keys.account_id',
    without: 'true',
  },
  { routine: 'core.find_key(bytea, text)', condition: 'api_keys.revoked_at is null', without: 'true' },
  {
    routine: 'core.find_key(bytea, text)',
    condition: 'api_keys.expires_at is null or api_keys.expires_at > platform.clock()',
    without: 'true',
  },
  {
    routine: 'core.find_token(bytea, text)',
    condition: 'memberships.person_id = grants.person_id',
    without: 'true',
    held: 'oauth.end_membership takes the brand out of the grant when the person leaves it.',
  },
  {
    routine: 'core.find_token(bytea, text)',
    condition: 'brands.brand_id = any (grants.brand_ids)',
    without: 'true',
  },
  {
    routine: 'core.enter_scope(core.credential, core.operations, text)',
    condition: '(v_operation.scope = any (v_credential.scopes)) is not true',
    without: 'false',
  },
  {
    routine: 'core.call(text, bytea, text, jsonb, text, integer, jsonb, text, text)',
    condition: 'not v_operation.allow_anonymous',
    without: 'false',
    held: 'The functions refuse a request without a key before they ask the database.',
  },
  {
    routine: 'console.person_brands(uuid)',
    condition: 'memberships.person_id = person_brands.person_id',
    without: 'true',
  },
  {
    routine: 'core.enter_scope(core.credential, core.operations, text)',
    condition: '(core.role_rank(v_credential.role) >= core.role_rank(v_operation.role)) is not true',
    without: 'false',
  },
  {
    routine: 'commerce.open_handoff(text, text)',
    condition: 'held.brand_id = any (core.scope_brand_ids()) and held.handoff_token',
    without: 'held.handoff_token',
    held: 'It runs as vitrine_worker, whose policy shows the brands in scope only.',
  },
]
