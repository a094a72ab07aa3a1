import { CATEGORY, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'
import { NEUTRAL_TEXTS } from '@portal/contract/site/home-sections.ts'
import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { focusField } from '#manage/controls/saving/use-edit.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { isMember, MEMBERS } from '../site-members.ts'
import { useSiteEdit } from '../use-site-edit.ts'
import styles from './home.module.css'
import { HomePreview } from './home-preview.tsx'
import { SectionList } from './section-list.tsx'
import { findSection, type Section } from './sections.ts'

/** Entries of the encyclopedia, for the choice of gems. */
const GEMS = { categoryId: CATEGORY.gem, pageNo: 1, pageSize: PAGE_SIZE_MAX } as const

export const loader = defineLoader(async ({ api, request }) => {
  const [site, gems] = await Promise.all([
    api.call('GET /v1/manage/site'),
    optional(api.call('GET /v1/article/', { query: GEMS, quiet: true }), { records: [] }, request),
  ])
  return { site, gems: gems.records.map(({ title }) => title) }
})

/** The sections and texts of the front page: settings of the site, with their versions. */
export function Component() {
  const { site, gems } = useLoaderData<typeof loader>()
  const edit = useSiteEdit('home', site)
  const [open, setOpen] = useState<Section | null>(null)
  const neutral = (Object.keys(NEUTRAL_TEXTS) as (keyof typeof NEUTRAL_TEXTS)[]).filter((name) => !edit.values[name])
  const goTo = (name: string) => {
    setOpen(findSection(name))
    requestAnimationFrame(() => focusField(name))
  }
  const openFromPreview = (section: Section) => {
    setOpen(section)
    // The focus leaves the preview, in which the keys of this page do not work.
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-section="${section}"] [aria-expanded]`)?.focus()
    })
  }
  return (
    <SettingsFrame
      title="首页"
      isForEditors
      site={site}
      edit={edit}
      onGo={goTo}
      tabs={
        neutral.length > 0 && (
          <Note title={`${neutral.length} 处还是默认文字`}>
            {neutral.map((name) => (isMember(name) ? MEMBERS[name].label : name)).join('、')}
            。默认文字不含对您机构的承诺，可以照用。
          </Note>
        )
      }
    >
      {() => (
        <div className={styles.columns}>
          <SectionList gems={gems} open={open} onOpen={setOpen} />
          <aside className={styles.aside} aria-label="预览">
            <HomePreview open={open} onOpen={openFromPreview} />
          </aside>
        </div>
      )}
    </SettingsFrame>
  )
}
