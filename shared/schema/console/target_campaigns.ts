/** The most campaigns whose targets a call sets, and the most that have targets in a month. */
export const targetCampaignsMax = 500
