import { toWireDate } from '@portal/contract/time.ts'
import type { Mail } from '#mail/mailer.ts'
import { oneLine } from '#text/one-line.ts'

interface Options {
  to: string
  /** As the site calls itself; empty where it has no name. */
  siteName: string
  title: string
  content: string
  /** When it was written, epoch ms. */
  writtenAt: number
  answer: string
}

const SUBJECT_MAX = 120

/** The answer to a visitor's feedback. Plain text, so that nothing in it can be more than text. */
export function answerMail({ to, siteName, title, content, writtenAt, answer }: Options): Mail {
  const [year, month, day] = toWireDate(writtenAt).split('-').map(Number)
  const quoted = content.split('\n').map((line) => `> ${line}`)
  const lines = [
    '您好：',
    '',
    `您于 ${year} 年 ${month} 月 ${day} 日提交的留言《${title}》，现答复如下：`,
    '',
    answer,
    '',
    '您的留言原文：',
    ...quoted,
    '',
    '如需补充，请在本站“联系我们”页面再次留言。本邮件由系统发送，请勿直接回复。',
    ...(siteName === '' ? [] : ['', siteName]),
  ]
  return { to, subject: oneLine(`关于《${title}》的答复`, SUBJECT_MAX), text: lines.join('\n') }
}
