/** Rules of mails to staff. The module loads no schemas, because web imports it. */

/** When a person gets a mail about new tickets. */
export const NEW_TICKET_MAILS = { once: '立即', daily: '每天 9:00 汇总', none: '不提醒' } as const
export type NewTicketMails = keyof typeof NEW_TICKET_MAILS

/** Hour of the daily mail, UTC+8. */
export const DAILY_MAIL_HOUR = 9
/** Working time before the end of a ticket's time at which a mail is sent, hours. */
export const DUE_MAIL_HOURS = 4
/** Age from which a waiting comment is in the daily mail, hours. */
export const COMMENT_MAIL_HOURS = 24
