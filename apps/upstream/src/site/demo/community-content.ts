import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toInstantMs } from '@portal/contract/time.ts'
import { parse } from 'yaml'
import { escapeHtml } from '#platform/search/mark.ts'
import { sanitizeUserHtml } from '#platform/text/user-html.ts'
import { ContentError } from './content-files.ts'

/** Texts of demo users. Users have the names of the file; `owner` is the site's own account. */
export interface CommunityContent {
  users: { key: string; nickname: string; intro: string | null }[]
  comments: (DemoText & { article: string; replies: DemoText[] })[]
  posts: (Omit<DemoText, 'user'> & {
    address: string | null
    /** Addresses of pictures. */
    pictures: string[]
    likes: string[]
    comments: (DemoText & { answers: string | null })[]
  })[]
  /** Conversations of two people. */
  chats: { between: [string, string]; messages: (DemoText & { isRead: boolean })[] }[]
}

export interface DemoText {
  user: string
  /** Instant, epoch ms. */
  at: number
  /** Sanitised HTML. */
  content: string
}

export const OWNER_KEY = 'owner'
const FILE = 'community.yaml'
const NOTHING: CommunityContent = { users: [], comments: [], posts: [], chats: [] }

type Fields = Record<string, unknown>

function throwContentError(where: string, reason: string): never {
  throw new ContentError(`${FILE}: ${where}: ${reason}`)
}

function readEntries(value: unknown, where: string): Fields[] {
  if (value === undefined) return []
  return Array.isArray(value) ? (value as Fields[]) : throwContentError(where, 'a list expected')
}

function readNames(value: unknown, where: string): string[] {
  if (value === undefined) return []
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value
    : throwContentError(where, 'names expected')
}

function requireText(fields: Fields, name: string, where: string): string {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value : throwContentError(where, `${name} must be text`)
}

function readOptionalText(fields: Fields, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Reads a text of the file, which is plain, in the form of users' texts. */
function readText(fields: Fields, where: string): Omit<DemoText, 'user'> {
  const at =
    toInstantMs(requireText(fields, 'at', where)) ??
    throwContentError(where, 'at must be a date such as 2026-11-03T19:26:00+08:00')
  return { at, content: sanitizeUserHtml(escapeHtml(requireText(fields, 'text', where))) }
}

/** Reads `community.yaml`, which may be missing. @throws ContentError that names the place of the first fault */
export function loadCommunity(folder: string): CommunityContent {
  const path = join(folder, FILE)
  if (!existsSync(path)) return NOTHING
  const file = parse(readFileSync(path, 'utf8')) as Fields
  const people = Object.entries((file.users ?? {}) as Record<string, Fields>)
  const known = new Set([OWNER_KEY, ...people.map(([key]) => key)])
  const readUserName = (name: string, where: string) =>
    known.has(name) ? name : throwContentError(where, `${name} is not one of users`)
  const readDemoText = (fields: Fields, where: string): DemoText => ({
    user: readUserName(requireText(fields, 'user', where), where),
    ...readText(fields, where),
  })
  const readPicture = (name: string, where: string) =>
    existsSync(join(folder, 'pictures', name))
      ? `/file/img/${name}`
      : throwContentError(where, `picture ${name} is not in pictures`)

  function readChat(fields: Fields, where: string): CommunityContent['chats'][number] {
    const [one, other, ...more] = readNames(fields.between, where).map((name) => readUserName(name, where))
    if (!one || !other || one === other || more.length > 0) throwContentError(where, 'between must name two people')
    const messages = readEntries(fields.messages, where).map((message) => {
      const written = readDemoText(message, where)
      if (written.user !== one && written.user !== other)
        throwContentError(where, `${written.user} is not one of the two`)
      return { ...written, isRead: message.unread !== true }
    })
    if (messages.length === 0) throwContentError(where, 'messages expected')
    return { between: [one, other], messages }
  }

  return {
    users: people.map(([key, fields]) => ({
      key,
      nickname: requireText(fields, 'nickname', key),
      intro: readOptionalText(fields, 'intro'),
    })),
    comments: readEntries(file.comments, 'comments').map((fields, at) => {
      const where = `comment ${at + 1}`
      const replies = readEntries(fields.replies, where).map((reply) => readDemoText(reply, where))
      return { ...readDemoText(fields, where), article: requireText(fields, 'article', where), replies }
    }),
    posts: readEntries(file.says, 'says').map((fields, at) => {
      const where = `say ${at + 1}`
      return {
        ...readText(fields, where),
        address: readOptionalText(fields, 'address'),
        pictures: readNames(fields.pictures, where).map((name) => readPicture(name, where)),
        likes: readNames(fields.likes, where).map((name) => readUserName(name, where)),
        comments: readEntries(fields.comments, where).map((comment) => {
          const answers = readOptionalText(comment, 'answers')
          return { ...readDemoText(comment, where), answers: answers && readUserName(answers, where) }
        }),
      }
    }),
    chats: readEntries(file.chats, 'chats').map((fields, at) => readChat(fields, `chat ${at + 1}`)),
  }
}
