import { z } from 'zod'

const message = 'must be a calendar date as YYYY-MM-DD, from 1990-01-01 to 2100-12-31.'

/** A calendar day. As a bound of a range it is inclusive (specification, Endpoints). */
export const date = z.iso.date(message).refine((value) => value >= '1990-01-01' && value <= '2100-12-31', message)
