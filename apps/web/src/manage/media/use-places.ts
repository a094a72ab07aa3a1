import { getMemberName } from '@portal/contract/audit/member-words.ts'
import type { MediaUse } from '#manage/controls/media/media-words.ts'

/** Pages where the settings that can name a file are edited. */
const SETTINGS: Readonly<Record<string, string>> = {
  qualifications: '/home',
  paragraph: '/home',
  headerMenu: '/menus',
  footerLinks: '/menus?tab=footer',
  navigation: '/site?tab=links',
  bulletin: '/site?tab=time#bulletin',
  logo: '/site?tab=brand#logo',
  seal: '/site?tab=brand#seal',
}

/** Names what uses a file: the title of a text, or a setting. */
export const nameUse = ({ title, member }: MediaUse): string =>
  member === null ? title : getMemberName('site.save', member)

/** Address of the page of the management where a use is edited. */
export function getUseAddress({ articleId, pageKey, place, member }: MediaUse): string {
  if (member !== null) return SETTINGS[member] ?? '/site'
  if (place === 'category') return '/site?tab=topics'
  if (articleId === null) return '/site?tab=history'
  const text = pageKey === null ? `/articles/${articleId}` : `/pages/${pageKey}`
  return place === 'version' ? `${text}/versions` : text
}
