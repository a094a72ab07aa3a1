import { isIP } from 'node:net'
import { badInput } from '#platform/errors.ts'

/**
 * The address of an endpoint as it is stored. Where its name leads is checked at each delivery.
 * @throws AppError for anything but `https://host.name/…` on port 443
 */
export function targetFrom(text: string): string {
  if (!URL.canParse(text)) throw badInput('地址不完整，例如 https://example.com/webhooks')
  const url = new URL(text)
  if (url.protocol !== 'https:') throw badInput('地址须以 https:// 开头')
  if (url.port !== '') throw badInput('只能使用 443 端口')
  if (url.username !== '' || url.password !== '') throw badInput('地址中不能有用户名或密码')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(name)) throw badInput('请填写域名，不能用 IP 地址')
  if (!/^(?!.*\.$)[^.]+(?:\.[^.]+)+$/.test(name)) throw badInput('请填写完整的域名')
  url.hash = ''
  return url.href
}
