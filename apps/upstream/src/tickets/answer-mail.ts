import { LINK_DAYS, type TicketSource } from '@portal/contract/tickets/ticket-rules.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { toOneLine } from '#platform/text/one-line.ts'

const SUBJECT_MAX = 120

interface Question {
  source: TicketSource
  title: string
  content: string
  createdAt: number
  /** Number of pictures in the answer, which the mail does not contain. */
  pictures: number | null
}

/** Salutations with which staff begin an answer. The mail then adds none. */
const SALUTATION = /^\s*(?:您好|你好|尊敬的)/

/** What the customer did, in the first sentence of the mail. */
const SAID: Readonly<Record<TicketSource, string>> = { site: '提交的留言', phone: '来电反映的', visit: '到店反映的' }

/**
 * Writes the answer to a visitor's feedback as plain text.
 * @param link address at which the visitor can reply; `null` when the site's address is not known
 */
export function writeAnswerMail(
  { source, title, content, createdAt, pictures }: Question,
  answer: string,
  siteName: string,
  link: string | null,
) {
  const [year, month, day] = toWireDate(createdAt).split('-').map(Number)
  const quoted = content.split('\n').map((line) => `> ${line}`)
  const reply = link
    ? [`如需补充或继续提问，请打开（${LINK_DAYS} 天内有效，请勿转发）：`, link, '', '本邮件由系统发送，请勿直接回复。']
    : ['如需补充，请在本站“联系我们”页面再次留言。本邮件由系统发送，请勿直接回复。']
  const lines = [
    ...(SALUTATION.test(answer) ? [] : ['您好：', '']),
    `您于 ${year} 年 ${month} 月 ${day} 日${SAID[source]}《${title}》，现答复如下：`,
    '',
    answer,
    '',
    ...formatPictures(Number(pictures), link),
    ...reply,
    '',
    source === 'site' ? '您的留言原文：' : '登记的内容：',
    ...quoted,
    ...(siteName === '' ? [] : ['', siteName]),
  ]
  return { subject: toOneLine(`关于《${title}》的答复`, SUBJECT_MAX), text: lines.join('\n') }
}

function formatPictures(count: number, link: string | null): string[] {
  if (count === 0) return []
  return [
    link ? `本答复附图片 ${count} 张，打开下面的链接即可查看。` : `本答复附图片 ${count} 张，请与我们联系索取。`,
    '',
  ]
}
