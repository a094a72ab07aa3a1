import { blockUser, listBlockedUsers, unblockUser } from '@portal/contract/community/blocks.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import { blocksUsedUp, cannotBlockSelf, userMissing } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { BlockRepository } from './block-repository.ts'

interface Options {
  blocks: BlockRepository
}

export const blockRoutes: FastifyPluginAsync<Options> = async (app, { blocks }) => {
  addRoute(app, listBlockedUsers, async (request) => {
    const rows = await blocks.list(getAccount(request).id)
    return ok(rows.map(({ createdAt, ...user }) => ({ ...user, createTime: toWireDateTime(createdAt) })))
  })

  addRoute(app, blockUser, async (request) => {
    const { id } = getAccount(request)
    const { userId } = request.query
    if (userId === id) throw cannotBlockSelf()
    const blockResult = await blocks.block(id, userId)
    if (blockResult === 'no user') throw userMissing()
    if (blockResult === 'too many') throw blocksUsedUp()
    return ok(null)
  })

  addRoute(app, unblockUser, async (request) => {
    await blocks.unblock(getAccount(request).id, request.query.userId)
    return ok(null)
  })
}
