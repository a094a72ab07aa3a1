import { createHash } from 'node:crypto'
import type { CallData } from '@portal/contract/call.ts'
import type { getCertificateHistory } from '@portal/contract/certificates/desk/desk-history.ts'
import { getEnding } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import { getStepWord } from '@portal/contract/certificates/desk/step-words.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { readHistory } from '#certificates/desk/desk-history.ts'
import { listRawRecords } from '#certificates/raw-records/raw-records.ts'
import type { LogFiles } from '#log/log-files.ts'
import { listPictureNames } from '#log/picture-digests.ts'
import type { Db } from '#platform/db/open.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { CSV_START, toCsvLine } from '#platform/text/csv.ts'
import type { DossierFile } from './dossier-file.ts'
import { makeLogFiles } from './dossier-log.ts'

type History = CallData<typeof getCertificateHistory>

interface Options {
  db: Db
  fileDigest: FileDigest
  logFiles: LogFiles
  now: () => number
}

/**
 * Collects the whole file of a certificate. It never contains the check code.
 * @throws AppError for an unknown number
 */
export async function collectDossier(options: Options, certificateNo: string): Promise<DossierFile[]> {
  const { db, fileDigest, logFiles, now } = options
  const history = await readHistory(db, certificateNo, now)
  const records = await collectRecords(options, certificateNo)
  const pictures = await collectPictures(history, fileDigest)
  const log = await makeLogFiles(db, logFiles, certificateNo)
  const faults = [...records.faults, ...pictures.faults, ...log.gaps]
  const files: DossierFile[] = [
    toTextFile('README.txt', describeDossier(certificateNo, faults, toWireDateTime(now()))),
    toJsonFile('certificate.json', history),
    ...history.versions.map(({ version, text }) => toJsonFile(`versions/${version}.json`, text)),
    toCsvFile('events.csv', listEvents(history)),
    toCsvFile('prints.csv', await listPrints(db, certificateNo)),
    ...records.files,
    ...pictures.files,
    ...log.files,
  ]
  const sums = files.map((file) => `${'stored' in file ? file.sha256 : hash(file.bytes)}  ${file.name}\n`)
  return [...files, { name: 'SHA256SUMS', bytes: Buffer.from(sums.join('')) }]
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const toTextFile = (name: string, text: string) => ({ name, bytes: Buffer.from(`\ufeff${text}`) })
const toJsonFile = (name: string, value: unknown) => ({ name, bytes: Buffer.from(JSON.stringify(value, null, 2)) })
const toCsvFile = (name: string, rows: readonly (string | number | null)[][]) => ({
  name,
  bytes: Buffer.from(CSV_START + rows.map(toCsvLine).join('')),
})

const listEvents = ({ events }: History) => [
  ['时间', '版本', '事项', '办理人', '说明'],
  ...events
    .toReversed()
    .map(({ time, version, step, byName, reason }) => [time, version, getStepWord(step), byName ?? '运维命令', reason]),
]

async function listPrints(db: Db, certificateNo: string) {
  const rows = await db
    .selectFrom('certificate_prints')
    .select(['at', 'by_name', 'kind', 'version', 'has_code'])
    .where('certificate_no', '=', certificateNo)
    .orderBy('id')
    .execute()
  return [
    ['时间', '打印人', '版式', '版本', '核对码'],
    ...rows.map((row) => [
      toWireDateTime(row.at),
      row.by_name,
      row.kind,
      row.version,
      Number(row.has_code) === 1 ? '印' : '不印',
    ]),
  ]
}

/** Lists the raw records with their files. A file that is missing or altered keeps the SHA-256 that it had, so that its check fails. */
async function collectRecords({ db, fileDigest }: Options, certificateNo: string) {
  const records = await listRawRecords(db, certificateNo)
  const files: DossierFile[] = []
  const faults: string[] = []
  const rows: (string | number | null)[][] = [
    ['文件', '原文件名', '版本', '仪器', '字节', 'SHA-256', '上传人', '时间', '已批准'],
  ]
  for (const [at, record] of records.entries()) {
    const { id, version, fileName, sha256, instrument, bytes, byName, time, isApproved } = record
    const nth = String(at + 1).padStart(2, '0')
    const name = `records/v${version}-${nth}.${getEnding(fileName)}`
    files.push({ name, stored: id, sha256 })
    rows.push([name, fileName, version, instrument, bytes, sha256, byName, time, isApproved ? '是' : '否'])
    const found = await fileDigest(id)
    if (found === undefined) faults.push(`原始记录 ${name}（${fileName}）已丢失`)
    else if (found !== sha256) faults.push(`原始记录 ${name}（${fileName}）与上传时的 SHA-256 不符`)
  }
  return { files: records.length > 0 ? [toCsvFile('records.csv', rows), ...files] : [], faults }
}

/** Lists the pictures of all versions. Their digests are in the texts of the public log. */
async function collectPictures({ versions }: History, fileDigest: FileDigest) {
  const names = new Set(versions.flatMap(({ text }) => listPictureNames(text)))
  const files: DossierFile[] = []
  const faults: string[] = []
  for (const name of names) {
    const sha256 = await fileDigest(name)
    if (sha256 === undefined) faults.push(`影像 pictures/${name} 已丢失`)
    else files.push({ name: `pictures/${name}`, stored: name, sha256 })
  }
  return { files, faults }
}

function describeDossier(certificateNo: string, faults: readonly string[], time: string): string {
  const lines = [
    `证书 ${certificateNo} 的全部档案`,
    `导出时间：${time}（北京时间）`,
    '',
    ...(faults.length > 0 ? ['【注意】', ...faults, ''] : []),
    '内容',
    '  certificate.json   全部版本、持码人何时看到什么、经过、公开日志条目',
    '  versions/          各版的内容',
    '  events.csv         经过：何时、由谁、办理什么',
    '  prints.csv         打印记录',
    '  records.csv        原始记录清单（原文件名、仪器、上传人、时间、SHA-256）',
    '  records/           原始记录，与上传时一字不差',
    '  pictures/          各版的影像',
    '  log/               公开日志：条目与原文（.json）、收录证明（.tlog-proof）、检查点、日志公钥',
    '  SHA256SUMS         以上各文件的 SHA-256',
    '档案中没有核对码。没有的内容不列文件。',
    '',
    '核对',
    '  1. 在解压后的文件夹中执行：sha256sum -c SHA256SUMS（macOS 用 shasum -a 256 -c SHA256SUMS）。',
    '     原始记录的 SHA-256 取自上传时的记录，也写在 events.csv 中；不符即文件已被改动。',
    '  2. log/ 中每个 .json 的 entry 是 text 以 salt 为密钥的 HMAC-SHA256（salt 与 entry 为 Base64）。',
    '     text 写明该版的内容与影像的 SHA-256，可与 versions/ 对照。',
    '  3. .tlog-proof（C2SP tlog-proof）证明 entry 在公开日志之中，检查点由 log/key.txt 的公钥签名；',
    '     公钥请与本中心网站 /log/key 上的核对。',
    '',
  ]
  return lines.join('\r\n')
}
