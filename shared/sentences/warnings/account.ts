/** An ad account of a platform, as warnings name it. */
export interface Account {
  account_id: string
  platform: string
}

export const nameOf = ({ account_id, platform }: Account) => `Account ${account_id} on ${platform}`
