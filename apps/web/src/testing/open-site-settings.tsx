import type { SiteSettings } from '@portal/contract/site/site-settings.ts'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { ApiContext, createRouterContext } from '#lib/api/api-context.ts'
import type { PageModule } from '#manage/manage-areas.ts'
import * as sitePage from '#manage/site/site-page.tsx'
import { useStaff } from '#manage/staff/staff-store.ts'
import { type Answers, answering } from './answering.ts'

const settings = (contact: Partial<SiteSettings['contact']> = {}): SiteSettings =>
  ({
    brand: {
      name: '石衡珠宝玉石检测中心',
      nameEn: null,
      summary: null,
      keyword: null,
      logo: null,
      seal: null,
      startedAt: '2024-02-02',
      hidesClock: null,
      webUrl: null,
      author: null,
      authorInfo: null,
    },
    contact: {
      phone: '0719-8612045',
      visitAddress: null,
      email: null,
      wechat: null,
      qqNumber: null,
      qqGroup: null,
      showList: [1],
      ...contact,
    },
    filing: { recordNum: null, policeRecordNum: null, creditCode: null },
    bulletin: { bulletin: null, bulletinFrom: null, bulletinUntil: null },
    lantern: { lantern: null, lanternFrom: null, lanternUntil: null },
    hours: { weekHours: null, specialDays: null },
    login: { loginTypesOff: null },
    desk: { fourEyesOff: null, fourEyesReason: null, threePersons: null },
    certificates: { requiredFields: null, standards: null },
    comments: { commentPolicy: null, commentWords: null, commentCloseDays: null },
    menus: { headerMenu: null, footerLinks: null },
    pages: { unwantedPages: null },
    links: { navigation: null },
  }) as SiteSettings
/** Answer of `GET /v1/manage/site`. */
export const managedSite = (version: number, contact: Partial<SiteSettings['contact']> = {}) => ({
  version,
  savedAt: '2026-11-20 10:38:00',
  savedBy: '沈砚秋',
  settings: settings(contact),
  openingHours: null,
  configuredLoginTypes: [1],
  deadLinks: [],
})

/** Opens the settings, as an owner by default. */
export async function openSiteSettings(
  answers: Answers,
  duties: ('owner' | 'edit')[] = ['owner'],
  address = '/',
  page: { heading: string; module: PageModule } = { heading: '站点', module: sitePage },
) {
  const self = {
    id: '1',
    nickname: '顾怀瑾',
    signingName: null,
    avatar: '',
    email: null,
    duties,
    isEnrolled: true,
    isProven: true,
  }
  useStaff.setState({
    stage: 'ready',
    self: { ...self, freshUntil: null, methods: [], recoveryCodes: 10, hasDemoContent: false },
  })
  const fetch = answering(answers)
  const api = createApiClient({ fetch })
  const router = createMemoryRouter([{ path: '/', ...page.module, HydrateFallback: () => null }], {
    initialEntries: [address],
    getContext: () => createRouterContext(api),
  })
  onTestFinished(() => router.dispose())
  await act(async () => {
    render(
      <ApiContext value={api}>
        <RouterProvider router={router} />
      </ApiContext>,
    )
  })
  await screen.findByRole('heading', { name: page.heading })
  return fetch
}
