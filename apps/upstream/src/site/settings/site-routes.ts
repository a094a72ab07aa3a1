import multipart from '@fastify/multipart'
import {
  getManagedSite,
  listSiteVersions,
  restoreSite,
  SITE_PICTURE_MAX_BYTES,
  saveSite,
  uploadSitePicture,
} from '@portal/contract/site/site-calls.ts'
import { FRESH_SITE_GROUPS, MEMBER_GROUPS } from '@portal/contract/site/site-settings.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { addManagedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import { computeFreshUntil } from '#accounts/factor/fresh-proof.ts'
import type { SessionRepository } from '#accounts/sessions/session-repository.ts'
import { listDeadLinks } from '#articles/links/link-repository.ts'
import { listSiteLinks } from '#articles/links/site-links.ts'
import type { Db } from '#platform/db/open.ts'
import { factorMissing, malformed, savedMeanwhile, sitePictureUnfit } from '#platform/errors.ts'
import { readMultipartFile } from '#platform/files/multipart-file.ts'
import type { Files } from '#platform/files/open-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import {
  type MemberValues,
  readMembers,
  type StoredChange,
  toMembers,
  toSettings,
} from '#platform/settings/site-settings.ts'
import { writeOpeningHours } from '#site/shown/shown-settings.ts'
import {
  checkSiteDuty,
  computeMembersAt,
  readStamp,
  type SavedSettings,
  saveSettings,
  toAuditChanges,
} from './save-settings.ts'
import { keepSitePicture } from './site-picture.ts'

interface Options {
  digest: Digest
  db: Db
  now: () => number
  sessions: SessionRepository
  site: SiteRepository
  files: Pick<Files, 'uploads'>
  /** `LOGIN_TYPE` of the logins with configured credentials. */
  loginTypes: readonly number[]
}

const PAGE_SIZE = 50

/** Routes of the settings of the site, and of their history. */
export const manageSiteRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, site, sessions, files, loginTypes } = options
  await app.register(multipart, { throwFileSizeLimit: false })

  addRoute(app, getManagedSite, async () => {
    // One transaction, so that the version belongs to the values.
    const { stamp, members } = await db.transaction().execute(async (trx) => {
      return { stamp: await readStamp(trx), members: await readMembers(trx) }
    })
    const openingHours = writeOpeningHours({ ...(await site.readSettings()), ...members })
    const settings = toSettings(members)
    const deadLinks = await listDeadLinks(db, listSiteLinks(members))
    return ok({ ...stamp, settings, openingHours, configuredLoginTypes: [...loginTypes], deadLinks })
  })

  addRoute(app, listSiteVersions, async ({ query }) => {
    let listed = db
      .selectFrom('site_versions')
      .leftJoin('users', 'users.id', 'site_versions.actor_id')
      .select(['version', 'at', 'restored_to', 'changes', 'users.nickname'])
      .orderBy('version', 'desc')
      .limit(PAGE_SIZE + 1)
    if (query.after !== undefined) listed = listed.where('version', '<', query.after)
    const rows = await listed.execute()
    const records = rows.slice(0, PAGE_SIZE).map(({ version, at, restored_to, changes, nickname }) => ({
      version,
      time: toWireDateTime(at),
      savedBy: nickname,
      restoredTo: restored_to,
      changes: (JSON.parse(changes) as StoredChange[]).map((change) => ({
        group: MEMBER_GROUPS.get(change.member) ?? '',
        ...change,
      })),
    }))
    return ok({ records, hasMore: rows.length > PAGE_SIZE })
  })

  addManagedRoute(app, options, saveSite, async (managed) => {
    const { version, settings } = managed.request.body
    const members = toMembers(settings)
    checkSiteDuty(managed.account, members)
    requireFresh(managed, members, saveSite.audit)
    const saved = await saveSettings(managed.trx, { version, members, actorId: managed.account.id, at: now() })
    note(managed, saved)
    return ok({ version: saved.version })
  })

  addManagedRoute(app, options, restoreSite, async (managed) => {
    const { version, to } = managed.request.body
    const { trx, account } = managed
    const members = await computeMembersAt(trx, to)
    checkSiteDuty(account, members)
    requireFresh(managed, members, restoreSite.audit)
    const stamp = await readStamp(trx)
    if (stamp.version !== version) throw savedMeanwhile({ ...stamp, settings: toSettings(await readMembers(trx)) })
    const saved = await saveSettings(trx, { version, members, actorId: account.id, at: now(), restoredTo: to })
    note(managed, saved)
    return ok({ version: saved.version })
  })

  async function readPicture(request: FastifyRequest): Promise<string> {
    const file = await readMultipartFile(request, uploadSitePicture.upload, SITE_PICTURE_MAX_BYTES)
    if (file === 'too-large') throw sitePictureUnfit(`大于 ${SITE_PICTURE_MAX_BYTES / 1024 / 1024} MB`)
    if (file === 'none') throw malformed()
    return await keepSitePicture(files.uploads, file.bytes)
  }

  // Uploads that are stored before the transaction of the route, because a slow upload must not hold the database.
  const storedUploads = new WeakMap<FastifyRequest, Promise<string>>()
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.url !== uploadSitePicture.path) return
    const picture = readPicture(request)
    storedUploads.set(request, picture)
    // The handler throws and records a refusal.
    await picture.catch(() => undefined)
  })

  addManagedRoute(app, options, uploadSitePicture, async ({ request, record }) => {
    const address = await storedUploads.get(request)
    if (address === undefined) throw malformed()
    record({ kind: 'site', id: 'picture', name: address })
    return ok(address)
  })

  /** Requires a fresh proof for a change of the official filing (备案) or the logins, and renews it. */
  function requireFresh(
    { account, runAfterwards: afterwards }: Pick<Managed<unknown>, 'account' | 'runAfterwards'>,
    members: MemberValues,
    action: string,
  ) {
    const isGuarded = Object.keys(members).some((member) => {
      const group = MEMBER_GROUPS.get(member)
      return group !== undefined && FRESH_SITE_GROUPS.includes(group)
    })
    if (!isGuarded) return
    if (computeFreshUntil(account, now()) === null) throw factorMissing('fresh', action)
    afterwards(() => sessions.renewFactor(account.sessionId))
  }
}

function note({ record }: Pick<Managed<unknown>, 'record'>, { version, changes }: SavedSettings): void {
  record({ kind: 'site', id: 'settings', name: `版本 ${version}`, changes: toAuditChanges(changes) })
}
