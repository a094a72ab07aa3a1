import { Type } from 'typebox'
import { MASS_PATTERN } from './mass-tolerance.ts'
import { FEE_UNITS, type FeeUnit, WORKING_DAYS_MAX } from './order-services.ts'
import { category, createEnum } from './order-shapes.ts'

const categories = Type.Array(category, { minItems: 1, maxItems: 6, uniqueItems: true })

/** Line of the fee sheet. */
export const OrderService = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9-]+$', examples: ['ID'] }),
  name: Type.String({ minLength: 1, maxLength: 40 }),
  categories,
  /** CNY cents. */
  cents: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  per: createEnum<FeeUnit>(FEE_UNITS),
  /** Working days after the day of reception; 0: the same day. */
  workingDays: Type.Integer({ minimum: 0, maximum: WORKING_DAYS_MAX }),
})

/** Line of the table of allowed differences between the masses at reception and return. */
export const MassTolerance = Type.Object({
  categories,
  /** g; empty: items of any mass. */
  upToG: Type.String({ pattern: `^$|${MASS_PATTERN}`, examples: ['20'] }),
  toleranceG: Type.String({ pattern: MASS_PATTERN, examples: ['0.010'] }),
})
