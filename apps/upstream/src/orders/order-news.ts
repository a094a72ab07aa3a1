import { ITEM_OUTCOMES } from '@portal/contract/orders/order-rules.ts'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { addJob } from '#platform/jobs/job-rows.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { MAIL_LEASE_MS, mailRetryMs } from '#platform/mail/mail-retries.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { readEndReasons } from './end-reasons.ts'
import { openPickup } from './pickup-code.ts'

/** What customers are told by mail. */
export type OrderNews =
  | 'announced'
  | 'received'
  | 'corrected'
  | 'reopened'
  | 'question'
  | 'noCertificate'
  | 'ready'
  | 'handedOut'
  | 'closed'
  | 'cancelled'
  | 'expiring'
  | 'expired'
  | 'uncollected'

const WORDS: Readonly<Record<OrderNews, readonly [subject: string, text: string]>> = {
  announced: [
    '委托单已登记',
    '本中心已登记您的预约。到店请报委托单号；寄来的，包裹外只写委托单号。14 天内没有送达，委托单自动过期，不收费。查询码不写在邮件里，见提交后的页面。不是您预约的，不必理会。',
  ],
  received: ['样品已收到', '本中心已收到您的样品。收下的件数与应可领的日期，见收样回执与送检进度。'],
  corrected: [
    '收样质量已更正',
    '有样品收样时登记的质量填错了，已由另一人重新称量后更正。更正后的质量印在重打的回执上，请换下原来的。有疑问请联系本中心，并报委托单号。',
  ],
  reopened: ['样品还在检测', '委托单里又有样品在检测，先前的取件码不再有效；可以领取时另发。'],
  question: [
    '有一个问题要请您答复',
    '检测中有一个问题要请您答复。答复之前时限暂停，其余样品照常检测。请在送检进度页答复，或联系本中心。',
  ],
  noCertificate: [
    '有样品不检测或不出证书',
    '下列样品没有收下或不出证书，其余照常办理。有疑问请联系本中心，并报委托单号。',
  ],
  ready: ['样品可以领取', '检测已完成，样品可以领取。'],
  handedOut: ['部分样品已交还', '部分样品已经交还，其余的见送检进度。不是您或您指定的人领取的，请立即联系本中心。'],
  closed: ['样品已交还', '全部样品已交还，感谢送检。'],
  uncollected: ['样品等您领取', '检测已完成，样品还没有领取。请尽早来领，或来电约定寄回。'],
  cancelled: ['委托单已取消', '这张委托单已取消。'],
  expiring: ['委托单即将过期', '预约的样品还没有送达，这张委托单 3 天后过期。'],
  expired: ['委托单已过期', '预约的样品没有送达，这张委托单已过期。仍要送检，请重新预约或来电。'],
}

/** What differs when the samples go back by courier, or went, and nobody collects them. */
const COURIER_WORDS: Partial<Record<OrderNews, readonly [subject: string, text: string]>> = {
  ready: ['检测已完成', '检测已完成，样品将按约定寄回。'],
  handedOut: ['部分样品已寄出', '部分样品已经寄出，其余的见送检进度。'],
  closed: ['样品已寄出', '全部样品已寄出，感谢送检。'],
  uncollected: ['样品还没有寄回', '检测已完成，样品还没有寄回。费用没有付清，或收件地址有变的，请联系本中心。'],
}

/** Queues a mail to the customer of an order, if the order names an address. @param trx the transaction of the change */
export async function queueOrderMail(trx: Db, orderNo: string, news: OrderNews, dueAt: number): Promise<void> {
  await addJob(trx, { kind: 'orderMail', ref: `${orderNo} ${news}`, orderKey: orderNo, dueAt })
}

/** Names a hand-out for the member's notice. */
export const nameHandOut = (isAll: boolean, isShipped: boolean): string =>
  `${isAll ? '' : '部分'}样品已${isShipped ? '寄出' : '领回'}`

/** Notifies the member who announced an order. */
export async function notifyCustomer(
  notices: NoticeRepository,
  { order_no, user_id }: { order_no: string; user_id: string | null },
  what: string,
): Promise<void> {
  if (user_id === null) return
  await notices.notify({ to: user_id, type: NOTICE.system, content: `委托单 ${order_no}：${what}。` })
}

/** Lists the items that were refused or get no certificate, with the reasons. */
async function listReasons(db: Db, orderNo: string): Promise<string[]> {
  const items = await db.selectFrom('order_items').selectAll().where('order_no', '=', orderNo).orderBy('item').execute()
  const reasons = await readEndReasons(db, orderNo, items)
  return items.flatMap(({ item, sample_no, outcome }) => {
    const reason = reasons.get(sample_no)
    return outcome && reason ? [`第 ${item} 件，${ITEM_OUTCOMES[outcome]}：${reason}`] : []
  })
}

interface Options {
  db: Db
  digest: Digest
  mailer: Mailer
  now: () => number
  site: SiteRepository
  /** `null`: mails have no link. */
  siteUrl: string | null
}

/** Sends mails to customers about their orders. Only mails of a ready order that is collected hold its pick-up code. */
export function createOrderMails({ db, digest, mailer, now, site, siteUrl }: Options): JobHandler {
  return {
    async run({ ref }) {
      const [orderNo = '', news] = ref.split(' ') as [string, OrderNews]
      const order = await db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
      if (!order?.email) return
      const { name } = await site.readSettings()
      const isReturn = news === 'handedOut' || news === 'closed'
      const isShipped = isReturn ? order.carrier !== null : order.way_back === 'courier'
      const [subject, text] = (isShipped ? COURIER_WORDS[news] : undefined) ?? WORDS[news]
      const isReady = news === 'ready' || news === 'uncollected'
      const pickup = isReady && !isShipped ? openPickup(order, now(), digest) : null
      const openCents = Number(order.total_cents) - Number(order.paid_cents) - Number(order.billed_cents)
      const lines = [
        `委托单 ${orderNo}`,
        '',
        text,
        ...(news === 'noCertificate' ? await listReasons(db, orderNo) : []),
        ...(pickup === null ? [] : [`取件码：${pickup}。凭它领回样品，请勿转告他人。`]),
        ...(news === 'uncollected' && !isShipped && pickup === null ? ['取件码已过期，请带身份证件领取。'] : []),
        ...(isReady && openCents > 0 ? [`待付费用：${formatYuan(openCents)}。`] : []),
        ...(isReturn && order.carrier ? [`快递：${order.carrier} ${order.tracking_no}。`] : []),
        ...(siteUrl === null ? [] : ['', `查看进度：${siteUrl}/orders/progress?no=${orderNo}`]),
        '',
        typeof name === 'string' ? name : '',
      ]
      await mailer.send({ to: order.email, subject: `${subject}（${orderNo}）`, text: lines.join('\n') })
    },
    leaseMs: MAIL_LEASE_MS,
    retryAfterMs: mailRetryMs,
    atOnce: 1,
  }
}
