import { listMenuTargets } from '@portal/contract/site/menu-calls.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { readMembers } from '#platform/settings/site-settings.ts'
import { listMenuAddresses, listTargets } from '#site/shown/menus.ts'

interface Options {
  db: Db
  now: () => number
}

/** The targets that staff choose for the menus. */
export const menuRoutes: FastifyPluginAsync<Options> = async (app, { db, now }) => {
  addRoute(app, listMenuTargets, async () => {
    return ok(await listTargets(db, now, listMenuAddresses(await readMembers(db))))
  })
}
