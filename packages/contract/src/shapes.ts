import { type TSchema, Type } from 'typebox'
import { PROOF_MAX_CHARS } from './proof-of-work.ts'

/**
 * Small shapes that many calls share. Where upstreams differ (docs/upstream-api.md), a shape accepts every known form; the
 * reference upstream sends one of them.
 */

/** `T` or null, as one JSON Schema type list, for serialisers and OpenAPI 3.1. */
export const nullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const nullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] })
export const nullableBoolean = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })

/** Result of a call that returns nothing: `data` is null. */
export const nothing = Type.Unsafe<null>({ type: 'null' })
/** Result of a call that returns a sentence in `data`; null in the variant upstream. */
export const sentence = nullableString

/** `yyyy-MM-dd HH:mm:ss` and shorter forms in UTC+8, or epoch milliseconds; read with `time.ts`. */
export const wireDate = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] })

/** A day in UTC+8: `yyyy-MM-dd`. */
export const wireDay = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-11-20'] })

/** Category ids arrive as number or string. */
export const wireId = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] })

/** `true`/`false` or 1/0. */
export const wireFlag = Type.Unsafe<boolean | number | null>({ type: ['boolean', 'number', 'null'] })

/** A list of numbers as `"1,2"`, `["1", "2"]` or `[1, 2]`; read with `readNumberList`. */
export const wireList = Type.Unsafe<string | (string | number)[] | null>({
  type: ['string', 'array', 'null'],
  items: { type: ['string', 'number'] },
})

/** Account id: 32 hex characters, `"1"` for the site owner. */
export const userId = Type.String({ minLength: 1, maxLength: 64 })
/** Article, comment, category and tag ids. */
export const numericId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** Shape of a page of records. Clients need `records` and `pages`; the variant upstream sends fewer members. */
export function page<T extends TSchema>(record: T) {
  return Type.Object({
    records: Type.Array(record),
    pages: Type.Integer({ minimum: 0 }),
    total: Type.Optional(Type.Integer({ minimum: 0 })),
    size: Type.Optional(Type.Integer()),
    current: Type.Optional(Type.Integer()),
    orders: Type.Optional(Type.Array(Type.Unknown())),
    hitCount: Type.Optional(Type.Boolean()),
    searchCount: Type.Optional(Type.Boolean()),
  })
}

/** 1-based page number and page size; 100 rows at most. */
export const paging = {
  pageNo: Type.Optional(Type.Integer({ maximum: 1_000_000 })),
  pageSize: Type.Optional(Type.Integer({ maximum: 1_000_000 })),
}

/**
 * Solution of the challenge that came with a 429 (`proof-of-work.ts`). The BFF checks it and never forwards it; clients that do
 * not support it get `Retry-After`.
 */
export const proof = Type.Optional(Type.String({ maxLength: PROOF_MAX_CHARS }))
