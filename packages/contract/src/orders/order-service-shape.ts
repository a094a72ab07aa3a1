import { Type } from 'typebox'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '#certificates/certificate-states.ts'
import { MASS_PATTERN } from './mass-tolerance.ts'
import { FEE_UNITS, type FeeUnit } from './order-services.ts'

const category = Type.Unsafe<CertificateCategory>({ type: 'string', enum: Object.keys(CERTIFICATE_CATEGORIES) })

/** Line of the fee sheet. */
export const OrderService = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9-]+$', examples: ['ID'] }),
  name: Type.String({ minLength: 1, maxLength: 40 }),
  categories: Type.Array(category, { minItems: 1, maxItems: 6, uniqueItems: true }),
  /** CNY cents. */
  cents: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  per: Type.Unsafe<FeeUnit>({ type: 'string', enum: Object.keys(FEE_UNITS) }),
  /** Working days after the day of reception; 0: the same day. */
  workingDays: Type.Integer({ minimum: 0, maximum: 120 }),
})

/** Line of the table of allowed differences between the masses at reception and return. */
export const MassTolerance = Type.Object({
  categories: Type.Array(category, { minItems: 1, maxItems: 6, uniqueItems: true }),
  /** g; empty: items of any mass. */
  upToG: Type.String({ pattern: `^$|${MASS_PATTERN}`, examples: ['20'] }),
  toleranceG: Type.String({ pattern: MASS_PATTERN, examples: ['0.010'] }),
})
