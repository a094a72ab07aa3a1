export const SAVED_REPLIES_MAX = 100
export const SAVED_REPLY_TITLE_MAX = 40

/** Placeholders of a saved reply, written `{称呼}`: the customer's name, the ticket's number, the certificate's number. */
export const REPLY_PLACEHOLDERS = ['称呼', '工单号', '证书编号'] as const
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number]

const PLACEHOLDER = /\{([^{}\n]{1,20})\}/g

function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
}

const isKnown = (name: string) => (REPLY_PLACEHOLDERS as readonly string[]).includes(name)

/** Lists names in braces that are no placeholders. */
export function findUnknownPlaceholders(text: string): string[] {
  return listPlaceholders(text).filter((name) => !isKnown(name))
}

/** Lists placeholders that are not filled in yet. */
export function findOpenPlaceholders(text: string): string[] {
  return listPlaceholders(text).filter(isKnown)
}

/** @param values value of each placeholder; `null`: unknown, the placeholder stays */
export function fillReply(text: string, values: Readonly<Record<ReplyPlaceholder, string | null>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    isKnown(name) ? (values[name as ReplyPlaceholder] ?? whole) : whole,
  )
}
