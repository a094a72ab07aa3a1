import { type Static, type TSchema, Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { nothing, nullable, nullableString } from '../../shapes.ts'
import {
  BATCH_FIXES_MAX,
  BATCH_MAX_BYTES,
  BATCH_STATES,
  BATCH_UPLOAD_MS,
  type BatchState,
  COLUMN_USES,
  type ColumnUse,
  ROW_CHANGES,
  ROW_VIEWS,
  type RowChange,
  type RowView,
} from './batch-rules.ts'
import { DESK_MAX } from './desk-rules.ts'

/** Ours: certificates from a file, stored as drafts or submitted texts. A batch belongs to the person who uploaded it. */

const preparing = { access: 'staff', duties: ['certify'] } as const
const createEnum = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })
const params = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })
const count = Type.Integer({ minimum: 0 })

export const BatchCounts = Type.Object({
  added: count,
  corrected: count,
  unchanged: count,
  warned: count,
  faulty: count,
  /** Number of the faulty rows whose certificate already has a pending change at the desk. */
  pending: count,
})
export type BatchCounts = Static<typeof BatchCounts>

const BatchColumn = Type.Object({
  title: Type.String(),
  use: createEnum<ColumnUse>(COLUMN_USES),
  /** Name of the certificate's property that the column is stored in. */
  becomes: nullableString,
  /** Value in the first row; check codes are never sent. */
  sample: Type.String(),
})

const BatchWarning = Type.Object({
  member: Type.String(),
  title: Type.String(),
  conclusion: Type.String(),
  /** Requirement for the property. */
  text: Type.String(),
  rows: count,
  /** Answer for all these rows. */
  answer: nullableString,
})

export const Batch = Type.Object({
  id: Type.Integer(),
  fileName: Type.String(),
  state: createEnum<BatchState>(BATCH_STATES),
  /** Reason why the batch failed or was checked again. */
  message: nullableString,
  sheets: Type.Array(Type.Object({ name: Type.String(), isHidden: Type.Boolean() })),
  sheet: nullableString,
  /** `null`: the file is a workbook. */
  encoding: nullableString,
  columns: Type.Array(BatchColumn),
  /** Number of pictures above the cells of the sheet, which are ignored. */
  pictures: count,
  /** Number of rows checked or stored so far. */
  rows: count,
  /** Finished part, 0 to 1. */
  share: Type.Number(),
  counts: BatchCounts,
  /** Warnings of rows that can be stored, by property and conclusion, those with the most rows first. */
  warnings: Type.Array(BatchWarning),
  /** Number of corrections whose row gives no reason. */
  withoutReason: count,
  /** Results: numbers of rows by what they became. */
  drafts: count,
  submitted: count,
  time: Type.String(),
})
export type Batch = Static<typeof Batch>

const RowCell = Type.Object({
  member: Type.String(),
  title: Type.String(),
  /** Value as typed; for a check code only whether there is one. */
  value: Type.String(),
  /** Published value, where it differs. */
  before: nullableString,
  faults: Type.Array(Type.Object({ text: Type.String(), suggestion: nullableString })),
  warnings: Type.Array(Type.String()),
})

export const BatchRow = Type.Object({
  lineNo: Type.Integer(),
  change: nullable(createEnum<RowChange>(ROW_CHANGES)),
  /** Version that a correction makes. */
  version: nullable(Type.Integer()),
  /** Faults of the row as a whole. */
  faults: Type.Array(Type.String()),
  cells: Type.Array(RowCell),
})
export type BatchRow = Static<typeof BatchRow>

export const uploadBatch = defineCall('POST /v1/manage/certificates/imports', {
  ...preparing,
  summary:
    'Ours: a CSV, JSONL or XLSX file of at most 50 MB, whose rows are then checked; nothing is stored at the desk. Stored files and rows have limits for an account and in total',
  upload: 'multipartFile',
  uploadMaxBytes: BATCH_MAX_BYTES,
  uploadMs: BATCH_UPLOAD_MS,
  data: Type.Object({ id: Type.Integer() }),
  audit: 'certificate.upload',
})

export const listBatches = defineCall('GET /v1/manage/certificates/imports', {
  ...preparing,
  summary: 'Ours: the own batches of the last seven days, newest first',
  data: Type.Array(Batch),
})

export const getBatch = defineCall('GET /v1/manage/certificates/imports/{id}', {
  ...preparing,
  summary: 'Ours: how far a batch is, its columns and its counts',
  params,
  data: Batch,
})

export const listBatchRows = defineCall('GET /v1/manage/certificates/imports/{id}/rows', {
  ...preparing,
  summary: 'Ours: checked rows in the order of the file, with faults, warnings and differences to what is published',
  params,
  query: Type.Object({
    show: Type.Optional(createEnum<RowView>(ROW_VIEWS)),
    /** Last line of the previous page. */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  data: Type.Object({ rows: Type.Array(BatchRow), next: nullable(Type.Integer()) }),
})

const createTextRecord = (key: TSchema, value: TSchema, maxProperties: number) =>
  Type.Unsafe<Record<string, string>>(Type.Record(key as never, value, { maxProperties, examples: [{}] }))

export const recheckBatch = defineCall('PUT /v1/manage/certificates/imports/{id}', {
  ...preparing,
  summary: 'Ours: chooses the sheet of a workbook, or what its columns are; the file is checked again',
  params,
  body: Type.Object({
    sheet: Type.Optional(Type.String({ maxLength: 80 })),
    /** Name of the property by the title of a column; an empty one ignores the column. */
    columns: Type.Optional(
      createTextRecord(Type.String({ pattern: '^.{1,200}$' }), Type.String({ maxLength: 80 }), 100),
    ),
  }),
  data: nothing,
  audit: null,
})

export const fixBatchCells = defineCall('PUT /v1/manage/certificates/imports/{id}/cells', {
  ...preparing,
  summary: 'Ours: corrects cells and checks their rows again; the same file keeps its corrected cells for seven days',
  params,
  body: Type.Object({
    cells: Type.Array(
      Type.Object({
        lineNo: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        member: Type.String({ minLength: 1, maxLength: 40 }),
        value: Type.String({ maxLength: 2000 }),
      }),
      { minItems: 1, maxItems: BATCH_FIXES_MAX, examples: [[{ lineNo: 2, member: 'conclusion', value: '绿松石' }]] },
    ),
  }),
  data: Type.Object({ rows: Type.Array(BatchRow), counts: BatchCounts }),
  audit: null,
})

export const answerBatch = defineCall('PUT /v1/manage/certificates/imports/{id}/answers', {
  ...preparing,
  summary: 'Ours: answers a warning for all rows of the same property and conclusion; it is stored with each of them',
  params,
  body: Type.Object({
    member: Type.String({ maxLength: 40 }),
    conclusion: Type.String({ maxLength: 2000 }),
    /** Answer to the warning; an empty one removes the answer. */
    answer: Type.String({ maxLength: DESK_MAX.answer }),
  }),
  data: Type.Array(BatchWarning),
  audit: null,
})

export const storeBatch = defineCall('POST /v1/manage/certificates/imports/{id}/store', {
  ...preparing,
  summary:
    'Ours: stores all rows of a faultless batch at the desk, or none; a row with an unanswered warning becomes a draft',
  params,
  body: Type.Object({
    target: Type.Unsafe<'draft' | 'submitted'>({ type: 'string', enum: ['draft', 'submitted'] }),
    /** Reason for corrections whose row gives none; holders of the code read it. */
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: DESK_MAX.reason })),
  }),
  data: nothing,
  audit: 'certificate.import',
})

export const cancelBatch = defineCall('DELETE /v1/manage/certificates/imports/{id}', {
  ...preparing,
  summary: 'Ours: ends a batch and deletes its file and what is prepared; what is visible at the desk stays',
  params,
  data: nothing,
  audit: null,
})

const template = { ...preparing, data: Type.Unknown(), file: true } as const

export const batchTemplateCsv = defineCall('GET /v1/manage/certificates/imports/template', {
  ...template,
  summary: 'Ours: a CSV file with the headings of a batch',
  fileName: 'certificates-template.csv',
})

export const batchTemplateXlsx = defineCall('GET /v1/manage/certificates/imports/templateXlsx', {
  ...template,
  summary: 'Ours: the same as a workbook whose cells are texts',
  fileName: 'certificates-template.xlsx',
})

export const batchCalls = [
  uploadBatch,
  listBatches,
  batchTemplateCsv,
  batchTemplateXlsx,
  getBatch,
  listBatchRows,
  recheckBatch,
  fixBatchCells,
  answerBatch,
  storeBatch,
  cancelBatch,
] as const
