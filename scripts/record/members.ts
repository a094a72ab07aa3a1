import type { Call } from '../../packages/contract/src/call.ts'
import { CERTIFICATE_MEMBERS } from '../../packages/contract/src/certificates/certificate-fields.ts'

export type Schema = Call['data']

/**
 * Kind of personal data of a user or an organisation in a member of an answer. `drop`: a secret, recorded as null.
 * `birth`: the date when an account or another record was created. Values of all other kinds are replaced by invented
 * ones, equal values by equal ones.
 */
export type Personal =
  | 'name'
  | 'id'
  | 'mail'
  | 'phone'
  | 'number'
  | 'picture'
  | 'place'
  | 'link'
  | 'words'
  | 'birth'
  | 'certificate'
  | 'drop'

/** Members by kind of data. The texts of all other members are searched for mail addresses, numbers and the like. */
const PERSONAL: Readonly<Record<Personal, string>> = {
  name: 'nickname username fromUserNickname replyNickname replyUserNickname author inspector reviewer approver',
  id: 'id userId userInfoId replyUserId fromUserId toUserId atUserId receiveId sayId commentId articleId categoryId',
  mail: 'email',
  phone: 'phone',
  number: 'qqNumber qqGroup wechat creditCode orderNo sampleNo trackingNo',
  picture:
    'avatar userAvatar fromUserAvatar authorAvatar touristAvatar bjCover imgUrl srcSet logo aliPay weixinPay wechatQr seal pictureUrl',
  place: 'address ipAddress ipSource visitAddress',
  link: 'webSite replyWebSite github gitee',
  words: 'intro authorInfo device statedName firstName references',
  birth: 'registerTime lastLoginTime closeTime lastUsedTime',
  certificate: 'certificateNo newerNo next supportNo',
  drop: 'ip receipt salt entry log pickupCode',
}

/** Members that contain nothing personal beyond what a text may contain. */
const PLAIN = [
  // Lists and pages.
  'records pages total size current orders hitCount searchCount data list children news hasMore merged from into',
  // Articles.
  'title summary content contentMd keywords keyword categoryName tagList tagCloud category name icon articleNum clickVolume sort',
  'articles newArticleList previous related originalUrl linkUrl url isLinkFlag pageKey slug path changeTime readType activeReadType quantity',
  'isStick isOriginal isPublish isLike isCollect isFollowed likeCount commentCount collectCount commentContent',
  'articleTitle time formatTime createTime updateTime formatCreateTime createTimeStr',
  // People, in numbers and flags.
  'articleCount noteCount fansCount watchCount qiDayFollowedCount followedCount loginType role isStaff hasPassword isCurrent',
  // Comments, short posts and messages.
  'browser browserVersion system systemVersion isOpen sayCommentVOList userLikeList isPublic code index isRead isWithdraw type noticeType',
  'imgSets commentMark readNum lastMessage ext seq at comment private status',
  // The site.
  'nameEn recordNum policeRecordNum webUrl aboutMe bulletin showBulletin showList loginTypeList isMusicPlayer openComment openAdmiration',
  'openingHours holidays hidesClock lantern startedAt headerMenu footerLinks closedPages links note text to siteAccess visitorAccess revision',
  'siteClassId siteClassName navigations info',
  'answerDays lead sections servicesLead steps services tests figure gems impartialityTitle impartialityText number qualifications qualificationsLead',
  'paragraphTitle paragraph',
  // Certificates.
  'certificate state reason replaces changedOn savedOn withdrawnOn isNews isMailed seenVersion shares otherShares opens startTime',
  'endTime caption printed format',
  // Orders.
  'categories cents per workingDays urgentPercent cutOff weekHours specialDays until spans terms priority wayIn wayBack',
  'receiveTime readyTime items item count work place isHeld outcome dueOn fees units totalCents carrier questions payment question askTime choices massesG days',
].flatMap((line) => line.split(' '))

const kinds = new Map(
  Object.entries(PERSONAL).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as Personal] as const),
  ),
)
/** The fields of a certificate are public to its holder, apart from its number and the names of people. */
const plain: ReadonlySet<string> = new Set([...PLAIN, ...CERTIFICATE_MEMBERS.filter((member) => !kinds.has(member))])

/** Returns the kind of a member by its name; `undefined`: at most a text. */
export function getPersonalKind(name: string): Personal | undefined {
  return kinds.get(name)
}

/** Returns the members of these calls' answers that neither list has, or both: their kind must be decided. */
export function listUndecidedMembers(calls: readonly Call[]): string[] {
  const names = new Set(calls.flatMap((call) => [...collectNames(call.data), ...collectNames(call.extra)]))
  return [...names].filter((name) => kinds.has(name) === plain.has(name)).sort()
}

/** Returns the names on the lists that occur in no answer of these calls. */
export function listUnusedMembers(calls: readonly Call[]): string[] {
  const names = new Set(calls.flatMap((call) => [...collectNames(call.data), ...collectNames(call.extra)]))
  return [...kinds.keys(), ...plain].filter((name) => !names.has(name)).sort()
}

interface SchemaNode {
  anyOf?: SchemaNode[]
  items?: SchemaNode
  properties?: Record<string, SchemaNode>
}

function collectNames(schema: Schema | undefined): string[] {
  const node: SchemaNode | undefined = schema
  return node ? collectNamesBelow(node) : []
}

function collectNamesBelow({ anyOf = [], items, properties = {} }: SchemaNode): string[] {
  const inner = [...anyOf, ...(items ? [items] : []), ...Object.values(properties)]
  return [...Object.keys(properties), ...inner.flatMap(collectNamesBelow)]
}

/**
 * Returns the schemas of a schema's members by name, and of its elements; a schema that has none names nothing below.
 */
export function getInnerSchemas(schema: Schema | undefined): {
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
} {
  const node: SchemaNode = schema ?? {}
  const branches = node.anyOf ?? [node]
  const items = branches.find((branch) => branch.items)?.items
  const properties = branches.find((branch) => branch.properties)?.properties
  return { ...(items ? { items } : {}), ...(properties ? { properties } : {}) }
}
