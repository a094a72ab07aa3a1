import { type Static, Type } from 'typebox'
import { defineCall } from '#call.ts'
import { CODE_PATTERN } from '#certificates/certificate-number.ts'
import { nothing, nullable, nullableString, proof, wireDay } from '#shapes.ts'
import { OpenSpan, SpecialDays } from '#site/site-settings.ts'
import type { OpeningHours } from '#site/working-time.ts'
import { ORDER_FILE_MAX_BYTES } from './order-batch.ts'
import { ORDER_MAX } from './order-rules.ts'
import { OrderService } from './order-service-shape.ts'
import { OrderNo, OrderProgress, OwnOrder, statedOrder } from './order-shapes.ts'

/** Ours: orders (送检) as customers announce and follow them. */

/** Opens progress and cancelling; the characters of a check code. */
export const queryCode = Type.String({ pattern: CODE_PATTERN, examples: ['7KQ4RM'] })

export const readOrderTable = defineCall('GET /v1/orders/table', {
  access: 'public',
  summary: 'Ours: services, fees and working days, from which pages estimate fee and due day',
  data: Type.Object({
    /** Empty: the laboratory takes no announcements on the site. */
    services: Type.Array(OrderService),
    /** Surcharge of urgent orders. */
    urgentPercent: Type.Integer(),
    /** Samples received later count from the next working day, e.g. `16:00`. */
    cutOff: Type.String(),
    weekHours: Type.Unsafe<OpeningHours['weekHours']>(Type.Array(Type.Array(OpenSpan))),
    specialDays: Type.Unsafe<OpeningHours['specialDays']>(Type.Array(Type.Omit(SpecialDays, ['name']))),
    /** Conditions that the customer accepts; empty: none are set. */
    terms: Type.String(),
  }),
  cache: { freshSeconds: 60, sameForAll: true },
})

export const announceOrder = defineCall('POST /v1/orders', {
  access: 'public',
  summary: 'Ours: announces samples, with or without a login; the answer holds the query code, once',
  body: Type.Object({
    ...statedOrder,
    /** `batch`: the items come from a file of `readOrderFile`; members only. Left out: `site`. */
    source: Type.Optional(
      Type.Unsafe<'site' | 'batch'>({ type: 'string', enum: ['site', 'batch'], examples: ['site'] }),
    ),
    /** Idempotency key: a second form with the same key gets the answer of the first, without the code. */
    ref: Type.String({ pattern: '^[\\w-]{16,64}$', examples: ['0123456789abcdef'] }),
    /** Total that the customer saw; 409 with the new one when the fee sheet has changed since. CNY cents. */
    totalCents: Type.Integer({ minimum: 0 }),
  }),
  data: Type.Object({
    orderNo: OrderNo,
    /** Query code; `null` for a repeated form. */
    code: nullable(queryCode),
    totalCents: Type.Integer(),
    /** Due day if the samples arrive today. */
    dueOn: wireDay,
  }),
})

export const readOrderFile = defineCall('POST /v1/orders/file', {
  access: 'member',
  summary: 'Ours: reads the samples of an XLSX or CSV file of at most 3 MB as texts; nothing is stored',
  upload: 'multipartFile',
  uploadMaxBytes: ORDER_FILE_MAX_BYTES,
  /** Sheet of a workbook with several. */
  query: Type.Object({ sheet: Type.Optional(Type.String({ maxLength: 100 })) }),
  data: Type.Object({
    /** Names among which the sheet must be chosen; then there are no rows. Else empty. */
    sheets: Type.Array(Type.String()),
    /** Titles of columns that are not read. */
    unused: Type.Array(Type.String()),
    rows: Type.Array(
      Type.Object({
        /** Number of the line that spreadsheets show. */
        line: Type.Integer(),
        /** Texts in the order of `ORDER_COLUMNS`; empty where the file has none. */
        cells: Type.Array(Type.String()),
        /** Damage of cells. */
        problems: Type.Array(
          Type.Object({
            /** Index of the cell. */
            cell: Type.Integer(),
            text: Type.String(),
            suggestion: nullableString,
          }),
        ),
      }),
    ),
  }),
})
export type OrderFile = Static<typeof readOrderFile.data>
export type OrderFileRow = OrderFile['rows'][number]

export const checkOrder = defineCall('POST /v1/orders/progress', {
  access: 'public',
  summary: 'Ours: progress of an order; `null` alike for an unknown number, a wrong code and an expired lookup',
  body: Type.Object({ orderNo: OrderNo, code: queryCode, proof }),
  data: nullable(OrderProgress),
})

export const cancelOrder = defineCall('POST /v1/orders/cancel', {
  access: 'public',
  summary: 'Ours: cancels an announced order, by its code or by the member who announced it',
  body: Type.Object({ orderNo: OrderNo, code: Type.Optional(queryCode), proof }),
  data: nothing,
})

export const answerQuestion = defineCall('POST /v1/orders/answer', {
  access: 'public',
  summary: 'Ours: answers the question about an item, by the code or as the member who announced the order',
  body: Type.Object({
    orderNo: OrderNo,
    code: Type.Optional(queryCode),
    proof,
    item: Type.Integer({ minimum: 1, maximum: ORDER_MAX.items }),
    /** Time of the question that the customer saw. */
    askTime: Type.String({ maxLength: 19, examples: ['2026-11-20 10:20:00'] }),
    /** Index of the chosen answer. */
    choice: Type.Integer({ minimum: 0, maximum: ORDER_MAX.choices - 1 }),
  }),
  data: OrderProgress,
})

export const listOwnOrders = defineCall('GET /v1/orders', {
  access: 'member',
  summary: 'Ours: the 100 newest orders of the member',
  data: Type.Array(OwnOrder),
})

export const getOwnOrder = defineCall('GET /v1/orders/{orderNo}', {
  access: 'member',
  summary: 'Ours: progress of an own order',
  params: Type.Object({ orderNo: OrderNo }),
  data: Type.Object({
    ...OrderProgress.properties,
    /** Mass of each item at reception, g; `null` until it was weighed. */
    massesG: Type.Array(nullableString),
    /** The customer's own number of each item. */
    references: Type.Array(nullableString),
    /** Opens the hand-out at the counter; `null` unless something is ready. */
    pickupCode: nullableString,
  }),
})

export type OrderTableAnswer = Static<typeof readOrderTable.data>

export const orderCalls = [
  readOrderTable,
  announceOrder,
  readOrderFile,
  checkOrder,
  cancelOrder,
  answerQuestion,
  listOwnOrders,
  getOwnOrder,
] as const
