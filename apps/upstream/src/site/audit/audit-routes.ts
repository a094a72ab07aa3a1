import { Readable } from 'node:stream'
import { getActionName, getGroupName } from '@portal/contract/audit/action-words.ts'
import { checkAudit, countAudit, exportAudit, getAuditChain, listAudit } from '@portal/contract/audit/audit.ts'
import { describeAuditFault } from '@portal/contract/audit/audit-rules.ts'
import {
  formatChanges,
  formatTargetName,
  formatTargetNumber,
  getKindName,
  OUTCOME_NAMES,
} from '@portal/contract/audit/entry-words.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Selectable } from 'kysely'
import { addCsvExport } from '#accounts/duties/csv-export.ts'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { SessionAccount } from '#accounts/sessions/session-repository.ts'
import { toEntryParts } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { CSV_START, toCsvLine } from '#platform/text/csv.ts'
import type { AuditChecker } from '#site/figures/audit-check.ts'
import { type AuditFilter, createAuditList } from './audit-list.ts'

interface Options {
  digest: Digest
  auditCheck: AuditChecker
  db: Db
  now: () => number
}

/** Routes of the audit log: owners see all entries, others their own ones. */
export const auditRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, auditCheck } = options
  const audit = createAuditList({ db, now })

  /** Limits a filter to the entries that the caller may see. */
  const limitToVisible = ({ id, duties }: SessionAccount, filter: AuditFilter): AuditFilter =>
    duties.includes('owner') ? filter : { ...filter, actor: id }

  addRoute(app, listAudit, async (request) => {
    const { after, ...filter } = request.query
    const { rows, hasMore } = await audit.list(limitToVisible(getAccount(request), filter), after)
    return ok({ records: rows.map(toWireEntry), hasMore })
  })

  addRoute(app, countAudit, async (request) =>
    ok(await audit.counts(limitToVisible(getAccount(request), request.query))),
  )

  async function readChainState() {
    const { entries } = await db.selectFrom('audit_head').select('entries').executeTakeFirstOrThrow()
    const last = await auditCheck.readLatest()
    if (!last) return { entries, check: null }
    const { at, by, fault } = last
    return { entries, check: { time: toWireDateTime(at), entries: last.entries, byName: by, fault } }
  }

  addRoute(app, getAuditChain, async () => ok(await readChainState()))

  // The export is prepared before the transaction, which would hold SQLite's only connection for seconds.
  addPreparedRoute(
    app,
    options,
    checkAudit,
    (_request, { nickname }) => auditCheck.check(nickname),
    async ({ account, record, prepared: { at, fault, entries } }) => {
      const result = fault === null ? `${entries} 条完整` : describeAuditFault(fault, entries)
      record({ kind: 'audit', id: 'chain', changes: [{ member: 'chain', before: null, after: result }] })
      return ok({ entries, check: { time: toWireDateTime(at), entries, byName: account.nickname, fault } })
    },
  )

  addCsvExport(app, options, exportAudit, {
    createFile: ({ query }) => Readable.from(toCsv(audit.streamChunks(query))),
  })
}

const HEADINGS = [
  '编号',
  '时间',
  '人员',
  '事项',
  '动作',
  '对象',
  '对象编号',
  '名称',
  '改动',
  '结果',
  '原因',
  '网络',
  '设备',
  '校验值',
]

async function* toCsv(chunks: ReturnType<ReturnType<typeof createAuditList>['streamChunks']>) {
  yield CSV_START + toCsvLine(HEADINGS)
  for await (const rows of chunks) {
    yield rows
      .map((row) =>
        toCsvLine([
          ...[row.id, toWireDateTime(row.at), ...toCsvCells(toEntryParts(row)), OUTCOME_NAMES[row.outcome], row.reason],
          ...[row.network, row.device, row.hash],
        ]),
      )
      .join('')
  }
}

const toCsvCells = (entry: ReturnType<typeof toEntryParts>) => [
  ...[entry.actorName, getGroupName(entry.action), getActionName(entry.action)],
  ...[entry.targetKind && getKindName(entry.targetKind), formatTargetNumber(entry), formatTargetName(entry)],
  formatChanges(entry.action, entry.changes),
]

function toWireEntry(row: Selectable<Tables['audit_log']>) {
  return {
    id: row.id,
    time: toWireDateTime(row.at),
    actorId: row.actor_id,
    ...toEntryParts(row),
    outcome: row.outcome,
    requestId: row.request_id,
    network: row.network,
    device: row.device,
    hash: row.hash,
  }
}
