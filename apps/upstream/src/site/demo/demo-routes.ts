import { DEMO_KINDS, type DemoKind, getDemoContent, removeDemoContent } from '@portal/contract/site/demo.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addPreparedRoute } from '#accounts/duties/managed-route.ts'
import { type BackupConfig, getBackupCommand } from '#backup/site-backup.ts'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { readMembers } from '#platform/settings/site-settings.ts'
import { recordSettings } from '#site/settings/save-settings.ts'
import { countAddedContent } from './added-content.ts'
import { makeDemoBackup } from './demo-backup.ts'
import { type DemoRows, listExamples, readDemoRows } from './demo-content.ts'
import { removeDemoRows } from './remove-demo.ts'

const HTML_KINDS: readonly DemoKind[] = ['comment', 'post', 'postComment', 'message']

interface Options {
  digest: Digest
  db: Db
  now: () => number
  config: BackupConfig
}

/** Routes of the demo content: its rows, and its removal in one step. */
export const demoRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, config } = options

  addRoute(app, getDemoContent, async () => {
    const rows = await readDemoRows(db)
    const added = await countAddedContent(db, rows)
    return ok({ invented: toInventedRows(rows), added, backupCommand: getBackupCommand(config) })
  })

  addPreparedRoute(
    app,
    options,
    removeDemoContent,
    // Makes the backup before the transaction, during which SQLite would block other readers.
    ({ query }) => makeDemoBackup(config, query.hasBackup === 'yes', now),
    async ({ trx, account, record, prepared }) => {
      const [rows, settings] = [await readDemoRows(trx), await readMembers(trx)]
      await removeDemoRows(trx, rows)
      await recordSettings(trx, settings, { actorId: account.id, at: now() })
      record({
        kind: 'demo',
        id: 'demo',
        changes: toInventedRows(rows).map(({ kind, count }) => ({ member: kind, before: String(count), after: null })),
      })
      return ok(prepared ?? { backup: null, restoreCommand: null })
    },
  )
}

function toInventedRows(rows: DemoRows) {
  return DEMO_KINDS.filter((kind) => rows[kind].length > 0).map((kind) => ({
    kind,
    count: rows[kind].length,
    examples: listExamples(
      rows[kind].map(({ name }) => name),
      HTML_KINDS.includes(kind),
    ),
  }))
}
