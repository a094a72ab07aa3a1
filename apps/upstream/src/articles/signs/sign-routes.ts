import { getTodaysSignIn, listSignIns, signIn } from '@portal/contract/articles/signs.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { alreadySignedIn, badInput, dayUnreadable, signInDayIsNotToday } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { SignRepository } from './sign-repository.ts'

const SIGNED_IN = '恭喜您签到成功'
/** Length of a leap year with the first day of the next one. */
const RANGE_MAX_DAYS = 367
const RANGE_DEFAULT_DAYS = 31
const DAY_AT_FRONT = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/

/** Returns the day of a date with or without a time. @throws AppError for an invalid day */
function parseDay(typed: string): string {
  const day = DAY_AT_FRONT.exec(typed.trim())?.[0]
  const instantMs = toInstantMs(day)
  if (day === undefined || instantMs === null || toWireDate(instantMs) !== day) throw dayUnreadable()
  return day
}

interface Options {
  notices: NoticeRepository
  now: () => number
  signs: SignRepository
}

export const signRoutes: FastifyPluginAsync<Options> = async (app, { signs, notices, now }) => {
  const getToday = () => toWireDate(now())

  addRoute(app, signIn, async (request) => {
    const { id } = getAccount(request)
    const day = getToday()
    // The clock of the server decides. The day that the client sends must agree, or other days could be signed.
    if (parseDay(request.query.time ?? day) !== day) throw signInDayIsNotToday()
    if (!(await signs.add(id, day))) throw alreadySignedIn()
    await notices.notify({ to: id, type: NOTICE.system, content: SIGNED_IN })
    return ok(null)
  })

  addRoute(app, getTodaysSignIn, async (request) => {
    const { id: userId } = getAccount(request)
    const found = await signs.find(userId, getToday())
    return ok(found ? { id: found.id, userId, createTime: found.createdAt } : null)
  })

  addRoute(app, listSignIns, async (request) => {
    const { startTime, endTime } = request.query
    const last = parseDay(endTime ?? getToday())
    const lastMs = toInstantMs(last) ?? now()
    const first = parseDay(startTime ?? toWireDate(lastMs - (RANGE_DEFAULT_DAYS - 1) * DAY_MS))
    if (lastMs - (toInstantMs(first) ?? lastMs) >= RANGE_MAX_DAYS * DAY_MS) throw badInput('一次最多查询一年')
    return ok(await signs.listDays(getAccount(request).id, first, last))
  })
}
