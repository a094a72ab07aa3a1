import { randomInt } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { makeNeutralNickname } from '#accounts/profiles/name-guard.ts'
import type { SocialAccounts } from '#accounts/social/social-account-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import { parseWechatCode, type WechatCodes } from './wechat-codes.ts'

/** The part of a message to the official account that is used. */
export interface WechatMessage {
  /** Id of the message; the platform repeats it when the response is slow. */
  id: string
  /** The sender's id at this official account. */
  openId: string
  /** `undefined` for other kinds of messages. */
  text: string | undefined
  /** The sender has just begun to follow. */
  isNewFollower: boolean
}

const PROVIDER = 'wechat'
const ARTICLE_CODE_WORD = '验证码'
const ARTICLE_CODE_MS = 30 * MINUTE_MS
const ARTICLE_CODES_AN_HOUR = 10
const ARTICLE_CODES = 1_000_000
/**
 * Maximum wrong login codes of one sender in ten minutes while other senders guess too. A right code is always
 * accepted.
 */
const WRONG_CODES = 5
const WRONG_CODES_OF_ALL = 100
const WRONG_CODES_IN_A_CROWD = 1
const WRONG_CODES_MS = 10 * MINUTE_MS
const ALL = 'all'
const REMEMBERED_MS = HOUR_MS

export const WECHAT_REPLY = {
  loggedIn: '登录成功，请回到网页继续浏览。',
  codeWrong: '登录码不正确或已过期，请在网页上刷新后重新发送。',
  tooMany: '操作过于频繁，请稍后再试。',
  disabled: '该账号已被管理员禁止登录。',
  help: '回复“验证码”获取文章阅读码；登录网站时，请发送网页上显示的登录码（以 DL 开头）。',
} as const

interface Options {
  db: Db
  codes: WechatCodes
  createLimit: CreateLimit
  /** Stores a code that opens a gated article. */
  gates: { addCode(code: string, expiresAt: number): Promise<unknown> }
  socialAccounts: SocialAccounts
  now: () => number
}

export type OfficialAccount = ReturnType<typeof createOfficialAccount>

/** Handles messages to the official account. */
export function createOfficialAccount({ db, codes, createLimit, gates, socialAccounts, now }: Options) {
  const articleCodes = createLimit('article-code', { max: ARTICLE_CODES_AN_HOUR, windowMs: HOUR_MS })
  const wrongCodes = createLimit('wechat-wrong', { max: WRONG_CODES, windowMs: WRONG_CODES_MS })
  const crowdedWrongCodes = createLimit('wechat-wrong-crowd', { max: WRONG_CODES_IN_A_CROWD, windowMs: WRONG_CODES_MS })
  const allWrongCodes = createLimit('wechat-wrong-all', { max: WRONG_CODES_OF_ALL, windowMs: WRONG_CODES_MS })

  async function giveArticleCode(openId: string): Promise<string> {
    if (!(await articleCodes.hasLeft(openId))) return WECHAT_REPLY.tooMany
    await articleCodes.use(openId)
    const code = String(randomInt(ARTICLE_CODES)).padStart(6, '0')
    await gates.addCode(code, now() + ARTICLE_CODE_MS)
    return `阅读码 ${code}，30 分钟内有效，只能使用一次。`
  }

  /** Counts wrong codes: a guessed code would log the browser of a stranger in as the sender. */
  async function logIn(openId: string, code: string): Promise<string> {
    const senderLimit = (await allWrongCodes.hasLeft(ALL)) ? wrongCodes : crowdedWrongCodes
    if (!(await senderLimit.hasLeft(openId))) return WECHAT_REPLY.tooMany
    if (!(await codes.isWaiting(code))) {
      for (const limit of [wrongCodes, crowdedWrongCodes]) {
        if (await limit.hasLeft(openId)) await limit.use(openId)
      }
      if (await allWrongCodes.hasLeft(ALL)) await allWrongCodes.use(ALL)
      return WECHAT_REPLY.codeWrong
    }
    const user = { id: openId, nickname: makeNeutralNickname('WECHAT'), avatar: '' }
    const { account, isDisabled } = await socialAccounts.findOrCreate(PROVIDER, user)
    if (isDisabled) return WECHAT_REPLY.disabled
    return (await codes.claim(code, account.id)) ? WECHAT_REPLY.loggedIn : WECHAT_REPLY.codeWrong
  }

  async function makeReply({ openId, text, isNewFollower }: WechatMessage): Promise<string | undefined> {
    if (isNewFollower) return WECHAT_REPLY.help
    if (text === undefined) return undefined
    if (text.trim() === ARTICLE_CODE_WORD) return await giveArticleCode(openId)
    const code = parseWechatCode(text)
    return code ? await logIn(openId, code) : WECHAT_REPLY.help
  }

  /** Notes a message. @returns `false` when it was answered before */
  async function isFirst(id: string): Promise<boolean> {
    const insertion = db.insertInto('wechat_messages').values({ message_id: id, received_at: now() })
    const insertOnce = insertion.onConflict((conflict) => conflict.column('message_id').doNothing())
    return await isAny(insertOnce.returning('message_id'))
  }

  return {
    /** Finds the text to reply with; `undefined` for none. */
    async answer(message: WechatMessage): Promise<string | undefined> {
      if (!(await isFirst(message.id))) return undefined
      try {
        return await makeReply(message)
      } catch (error) {
        // Forgets the message, so that its repetition by the platform is answered.
        await db.deleteFrom('wechat_messages').where('message_id', '=', message.id).execute()
        throw error
      }
    },

    async sweep(): Promise<void> {
      await db
        .deleteFrom('wechat_messages')
        .where('received_at', '<=', now() - REMEMBERED_MS)
        .execute()
    },
  }
}
