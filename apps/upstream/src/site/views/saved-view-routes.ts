import { SAVED_VIEWS_MAX } from '@portal/contract/site/saved-view-rules.ts'
import { addSavedView, dropSavedView, listSavedViews, renameSavedView } from '@portal/contract/site/saved-views.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { Db } from '#platform/db/open.ts'
import { savedMeanwhile, savedViewMissing, savedViewNameTaken, savedViewsUsedUp } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'

interface Options {
  db: Db
}

/** Routes of the saved filters of staff; each person accesses only their own. */
export const savedViewRoutes: FastifyPluginAsync<Options> = async (app, { db }) => {
  addRoute(app, listSavedViews, async (request) => ok(await queryViews(db, getAccount(request).id).execute()))

  addRoute(app, addSavedView, async (request) => {
    const userId = getAccount(request).id
    const { list, query } = request.body
    const name = request.body.name.trim()
    const saved = await db.transaction().execute(async (trx) => {
      await lockViews(trx, userId)
      const ownViews = await queryViews(trx, userId).execute()
      if (ownViews.length >= SAVED_VIEWS_MAX) throw savedViewsUsedUp()
      if (ownViews.some((view) => view.list === list && view.name === name)) throw savedViewNameTaken()
      return await trx
        .insertInto('saved_views')
        .values({ user_id: userId, list, name, query, version: 1 })
        .returning(['id', 'list', 'name', 'query', 'version'])
        .executeTakeFirstOrThrow()
    })
    return ok(saved)
  })

  addRoute(app, renameSavedView, async (request) => {
    const userId = getAccount(request).id
    const { id } = request.params
    const name = request.body.name.trim()
    const renamed = await db.transaction().execute(async (trx) => {
      await lockViews(trx, userId)
      const ownViews = await queryViews(trx, userId).execute()
      const view = ownViews.find((one) => one.id === id)
      if (!view) throw savedViewMissing()
      if (view.version !== request.body.version) throw savedMeanwhile(view)
      if (ownViews.some((one) => one.id !== id && one.list === view.list && one.name === name))
        throw savedViewNameTaken()
      const version = view.version + 1
      await trx.updateTable('saved_views').set({ name, version }).where('id', '=', id).execute()
      return { ...view, name, version }
    })
    return ok(renamed)
  })

  addRoute(app, dropSavedView, async (request) => {
    const { id } = request.params
    await db.deleteFrom('saved_views').where('id', '=', id).where('user_id', '=', getAccount(request).id).execute()
    return ok(null)
  })
}

function queryViews(db: Db, userId: string) {
  return db
    .selectFrom('saved_views')
    .select(['id', 'list', 'name', 'query', 'version'])
    .where('user_id', '=', userId)
    .orderBy('id')
}

/** Locks the views of a person, so that concurrent requests respect limit and names. */
async function lockViews(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ managed_version: eb.ref('managed_version') }))
    .where('id', '=', userId)
    .execute()
}
