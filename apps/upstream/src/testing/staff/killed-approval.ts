import { Kysely } from 'kysely'
import { buildApp } from '#app.ts'
import { readConfig } from '#platform/config/config.ts'
import { createNodeSqliteDialect } from '#platform/db/node-sqlite.ts'
import type { Tables } from '#platform/db/tables.ts'
import { digestWith, loadInstanceSecret } from '#platform/secrets/instance-secret.ts'

/** Input of a process that approves a certificate, and kills itself after a number of statements. */
export interface KilledApproval {
  file: string
  dataDir: string
  token: string
  certificateNo: string
  revision: number
  contentHash: string
  /** Number of the last statement, from 1. */
  killAfter: number
}

const { file, dataDir, token, certificateNo, killAfter, ...seen } = JSON.parse(
  process.argv[2] ?? '{}',
) as KilledApproval
let statements = 0
let isCounting = false
const db = new Kysely<Tables>({
  dialect: createNodeSqliteDialect(file),
  log() {
    if (!isCounting) return
    statements += 1
    if (statements === killAfter) process.kill(process.pid, 'SIGKILL')
  },
})
const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: `sqlite:${file}`, LOG_LEVEL: 'silent' })
const app = await buildApp({ config, db, digest: digestWith(loadInstanceSecret(dataDir)) })
isCounting = true
const answer = await app.inject({
  method: 'POST',
  url: `/v1/manage/certificates/${certificateNo}/approve`,
  headers: { authorization: token },
  payload: seen,
})
const { code } = answer.json() as { code: number }
process.exit(code === 200 ? 0 : 1)
