import { Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { nothing } from '../../shapes.ts'
import { NUMBER_PATTERN } from '../certificate-number.ts'
import { RawRecord } from './desk-shapes.ts'
import { RAW_RECORD, RAW_RECORD_UPLOAD_MS } from './raw-record-rules.ts'

/** Ours: files of instruments that belong to a certificate. Only staff of the desk read them. */

const certificateNo = Type.String({ pattern: NUMBER_PATTERN, examples: ['SH20261103001285'] })
const params = Type.Object({ certificateNo })
const recordParams = Type.Object({
  certificateNo,
  id: Type.String({ pattern: '^[0-9a-f]{32}$', examples: ['0'.repeat(32)] }),
})
const readers = { access: 'staff', duties: ['certify', 'review', 'approve'] } as const

export const listRawRecords = defineCall('GET /v1/manage/certificates/{certificateNo}/records', {
  ...readers,
  summary: 'Ours: the raw records of all versions of a certificate, oldest first',
  params,
  data: Type.Array(RawRecord),
})

export const uploadRawRecord = defineCall('POST /v1/manage/certificates/{certificateNo}/records', {
  access: 'staff',
  duties: ['certify'],
  summary:
    'Ours: stores a file of an instrument of at most 20 MB for a draft, byte for byte: CSV, text, JCAMP-DX, PNG, JPEG, TIFF or PDF',
  params,
  query: Type.Object({
    /** Name of the instrument. */
    instrument: Type.Optional(Type.String({ maxLength: RAW_RECORD.instrumentMax })),
  }),
  upload: 'multipartFile',
  uploadMaxBytes: RAW_RECORD.maxBytes,
  uploadMs: RAW_RECORD_UPLOAD_MS,
  data: RawRecord,
  audit: 'certificate.record',
})

export const getRawRecord = defineCall('GET /v1/manage/certificates/{certificateNo}/records/{id}', {
  ...readers,
  summary: 'Ours: a raw record as it was uploaded; refused when the stored file differs from its SHA-256',
  params: recordParams,
  data: Type.Unknown(),
  file: true,
  fileName: 'record.bin',
})

export const removeRawRecord = defineCall('DELETE /v1/manage/certificates/{certificateNo}/records/{id}', {
  access: 'staff',
  duties: ['certify'],
  summary: 'Ours: removes a raw record of a draft; those of an approved version stay for ever',
  params: recordParams,
  data: nothing,
  audit: 'certificate.recordRemove',
})

export const exportDossier = defineCall('GET /v1/manage/certificates/{certificateNo}/dossier', {
  access: 'staff',
  duties: ['approve'],
  fresh: true,
  summary:
    'Ours: the whole file of a certificate for an assessor as a ZIP file: versions, events, prints, pictures, raw records, log proofs and their SHA-256; never the check code',
  params,
  data: Type.Unknown(),
  file: true,
  fileName: 'certificate.zip',
  audit: 'certificate.dossier',
})

export const rawRecordCalls = [listRawRecords, uploadRawRecord, getRawRecord, removeRawRecord, exportDossier] as const
