import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString } from '../shapes.ts'

/** Ours: backups of the whole site, which owners make and download. */

/** Number of backups made here that are kept; the oldest one goes when another is made. */
export const KEPT_BACKUPS = 5

const owners = { access: 'staff', duties: ['owner'] } as const

const Backup = Type.Object({
  /** Name of its folder. */
  name: Type.String(),
  /** `yyyy-MM-dd HH:mm:ss` in UTC+8. */
  time: Type.String(),
  /** Size of all files. */
  bytes: Type.Integer(),
  files: Type.Integer(),
  /** False: the database is PostgreSQL and not in it. */
  hasDatabase: Type.Boolean(),
})
export type Backup = Static<typeof Backup>

export const listBackups = defineCall('GET /v1/manage/backups', {
  ...owners,
  summary: 'Ours: the backups on the server, the newest first',
  data: Type.Object({
    records: Type.Array(Backup),
    isRunning: Type.Boolean(),
    /** The last one that was begun here has failed. */
    hasFailed: Type.Boolean(),
    /** Command with which the operator backs up a PostgreSQL database; `null` where the site itself makes the backup. */
    command: nullableString,
  }),
})

export const startBackup = defineCall('POST /v1/manage/backups', {
  ...owners,
  fresh: true,
  summary: 'Ours: makes a backup of everything in the background; at once when none is being made',
  data: nothing,
  audit: 'backup.start',
})

export const downloadBackup = defineCall('GET /v1/manage/backups/{name}/download', {
  ...owners,
  fresh: true,
  summary: 'Ours: a backup as a ZIP file; it is as secret as the database',
  params: Type.Object({
    name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$', examples: ['20261120T020000Z-manage'] }),
  }),
  data: Type.Unknown(),
  file: true,
  fileName: 'backup.zip',
  audit: 'backup.download',
})

export const backupCalls = [listBackups, startBackup, downloadBackup] as const
