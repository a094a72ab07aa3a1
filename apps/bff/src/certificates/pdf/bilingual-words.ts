import { CERTIFICATE_FIELDS } from '@portal/contract/certificates/certificate-fields.ts'
import { formatEnglishValue, type PrintedRow } from '@portal/contract/certificates/printed-rows.ts'
import { ENGLISH_WORDS } from './english-words.ts'
import { listSignatureRows, listTableRows, type SheetRow } from './sheet-rows.ts'
import { CHINESE_WORDS, type SheetWords } from './sheet-words.ts'

const HAN = /\p{Script=Han}/u

/** Puts the English text behind the Chinese one; equal texts are printed once. */
const join = (chinese: string, english: string) => (chinese === english ? chinese : `${chinese} ${english}`)

/** Adds English to a row. A value without Chinese, or without a certain translation, stands alone. */
function addEnglish(row: PrintedRow): SheetRow {
  const english = HAN.test(row.value) ? formatEnglishValue(row) : row.value
  return { ...row, labelBeside: row.labelEn, valueBeside: english === row.value ? undefined : english }
}

/** Names of persons and days are the same in both languages. */
const addEnglishLabel = (row: PrintedRow): SheetRow => ({ ...row, labelBeside: row.labelEn })

/** Words of a sheet in Chinese with English beside it (中英对照). The Chinese text is the original. */
export const BILINGUAL_WORDS: SheetWords = {
  ...CHINESE_WORDS,
  brand: (rest, english) => [rest, english].filter(Boolean).join('　'),
  titleBeside: ENGLISH_WORDS.title,
  number: join(CHINESE_WORDS.number, ENGLISH_WORDS.number),
  version: (certificate, replaces) =>
    `${CHINESE_WORDS.version(certificate, replaces)}　${ENGLISH_WORDS.version(certificate, replaces)}`,
  conclusion: join(CERTIFICATE_FIELDS.conclusion.label, CERTIFICATE_FIELDS.conclusion.labelEn),
  getConclusion: (certificate) => {
    const [english] = ENGLISH_WORDS.getConclusion(certificate)
    return [certificate.conclusion, english === certificate.conclusion ? '' : english]
  },
  rows: (certificate) =>
    listTableRows(certificate)
      .filter(({ member }) => member !== 'conclusionEn')
      .map(addEnglish),
  signatures: (certificate) => listSignatureRows(certificate).map(addEnglishLabel),
  labelWidth: 80,
  blank: join(CHINESE_WORDS.blank, ENGLISH_WORDS.blank),
  omitted: (count) => `${CHINESE_WORDS.omitted(count)}　${ENGLISH_WORDS.omitted(count)}`,
  picture: (caption, place) => join(CHINESE_WORDS.picture(caption, place), ENGLISH_WORDS.picture(caption, place)),
  missing: (caption) => join(CHINESE_WORDS.missing(caption), ENGLISH_WORDS.missing('')),
  print: {
    ...CHINESE_WORDS.print,
    code: `${CHINESE_WORDS.print.code}　${ENGLISH_WORDS.print.code}`,
    noCode: [...CHINESE_WORDS.print.noCode, ...ENGLISH_WORDS.print.noCode],
    lookUp: (host) => `查询 Look up ${host}`,
    phone: (phone) => `电话 Telephone ${phone}`,
    hint: [...CHINESE_WORDS.print.hint, ...ENGLISH_WORDS.print.hint],
  },
}
