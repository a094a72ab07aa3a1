/** A member of a message: a name with plain text or one CDATA section in it, and nothing else. */
const MEMBER = /\s*<([A-Za-z]{1,32})>(?:<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>|([^<>&]*))<\/\1>\s*/y
const [OPEN, CLOSE] = ['<xml>', '</xml>']

/**
 * Parses the flat XML of the official account platform. Accepts no attributes, entities, comments, declarations or
 * nesting, which its messages do not have, so that nothing is ever expanded or fetched.
 * @returns members by name; `undefined` for any other form
 */
export function readWechatXml(xml: string): ReadonlyMap<string, string> | undefined {
  const text = xml.trim()
  if (!text.startsWith(OPEN) || !text.endsWith(CLOSE)) return undefined
  const inside = text.slice(OPEN.length, -CLOSE.length)
  const members = new Map<string, string>()
  MEMBER.lastIndex = 0
  while (MEMBER.lastIndex < inside.length) {
    const [, name, cdata, plain] = MEMBER.exec(inside) ?? []
    if (name === undefined || members.has(name)) return undefined
    members.set(name, cdata ?? plain ?? '')
  }
  return members
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

export interface TextReply {
  toUserName: string
  fromUserName: string
  /** Epoch ms. */
  createdAt: number
  content: string
}

/** Writes a text message in the form of a reply. */
export function writeWechatReply({ toUserName, fromUserName, createdAt, content }: TextReply): string {
  const members = [
    `<ToUserName>${cdata(toUserName)}</ToUserName>`,
    `<FromUserName>${cdata(fromUserName)}</FromUserName>`,
    `<CreateTime>${Math.floor(createdAt / 1000)}</CreateTime>`,
    `<MsgType>${cdata('text')}</MsgType>`,
    `<Content>${cdata(content)}</Content>`,
  ]
  return `<xml>${members.join('')}</xml>`
}
