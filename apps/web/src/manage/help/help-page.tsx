import { Printer } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { FilterBar } from '#manage/controls/lists/filter-bar.tsx'
import { MarkedText } from '#manage/controls/values/marked-text.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Contents } from './contents.tsx'
import { collectText, listSections, readHandbook } from './handbook.ts'
import { HandbookText } from './handbook-text.tsx'
import styles from './help-page.module.css'

const CHAPTERS = readHandbook()

/** Finds the titles of the sections that contain every word. */
function findTitles(words: readonly string[]): ReadonlySet<string> {
  const hits = listSections(CHAPTERS).filter((section) => {
    const text = collectText(section).toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return new Set(hits.map(({ title }) => title))
}

/** The handbook page; the address names a section, e.g. `#操作记录`. */
export function Component() {
  const { hash } = useLocation()
  const current = readTitle(hash)
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = findTitles(words)
  // A chapter stays above its sections, without its own text when that has no match.
  const chapters = CHAPTERS.filter((chapter) => listSections([chapter]).some(({ title }) => shown.has(title)))
  useEffect(() => {
    if (current) document.getElementById(current)?.scrollIntoView()
  }, [current])
  return (
    <>
      <PageHead
        title="管理端手册"
        summary="每个页面做什么、怎样做、出了问题怎么办。页面右上角的“?”打开所在页面的一节"
        actions={
          <Button className={styles.noPrint} variant="outline" icon={Printer} onClick={() => print()}>
            打印
          </Button>
        }
      />
      <div className={styles.noPrint}>
        <FilterBar
          search={{ value: search, placeholder: '手册中的字句', onSearch: setSearch, isLive: true }}
          end={<span role="status">{words.length > 0 && `${shown.size} 节`}</span>}
        />
      </div>
      {chapters.length === 0 && (
        <EmptyState title="手册里没有这样的字句">
          <Button variant="outline" onClick={() => setSearch('')}>
            看全部章节
          </Button>
        </EmptyState>
      )}
      <Columns>
        {chapters.length > 0 && <Contents chapters={chapters} shown={shown} current={current} />}
        <Column span={9}>
          {chapters.map((chapter) => (
            <div className={styles.chapter} key={chapter.title} id={chapter.title}>
              <Panel title={chapter.title}>
                {shown.has(chapter.title) && <HandbookText blocks={chapter.blocks} words={words} />}
                {chapter.sections
                  .filter(({ title }) => shown.has(title))
                  .map(({ title, blocks }) => (
                    <section
                      className={styles.section}
                      key={title}
                      id={title}
                      data-current={title === current || undefined}
                    >
                      <h3 className={styles.title}>
                        <MarkedText text={title} words={words} />
                      </h3>
                      <HandbookText blocks={blocks} words={words} />
                    </section>
                  ))}
              </Panel>
            </div>
          ))}
        </Column>
      </Columns>
    </>
  )
}

/** An incomplete address may not be decodable. */
function readTitle(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
