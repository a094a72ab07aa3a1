import { Search } from '@lucide/icons'
import { STANDING_PAGES } from '@portal/contract/constants.ts'
import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react'
import { Form, useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { FaqEntry } from '#domain/standing-pages/faq-entry.tsx'
import { StandingFrame } from '#domain/standing-pages/standing-frame.tsx'
import { buildStandingMeta, loadRequiredStandingPage } from '#domain/standing-pages/standing-page.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { splitWords } from '#lib/html/mark-words.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'
import type { MetaOf } from '#lib/meta.ts'
import { useOpenedByHash } from '#lib/use-opened-by-hash.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './question-page.module.css'
import { countQuestions, findQuestions, type QuestionGroup, readQuestions } from './questions.ts'

const TITLE = '常见问题'
const PATH = STANDING_PAGES[TITLE]
const CRUMB = [{ text: TITLE }]
const HEAD = { title: TITLE, crumb: CRUMB, drawing: 'dodecahedron', stone: 'zircon' } as const
const QUERY_CHARS_MAX = 50

export const loader = defineLoader(async ({ api, query }) => {
  const initialQuery = (query.get('q') ?? '').slice(0, QUERY_CHARS_MAX)
  return { text: await loadRequiredStandingPage(api, TITLE), initialQuery }
})

export const meta: MetaOf<typeof loader> = ({ text, initialQuery }) => {
  const entries = text ? readQuestions(text.content).groups.flatMap(({ questions }) => questions) : []
  const faq = entries.map(({ title, body }) => ({ question: title, answer: body }))
  return {
    ...buildStandingMeta(TITLE, text, CRUMB),
    ...(initialQuery && { isHidden: true }),
    faq,
  }
}

export function Component() {
  const { text, initialQuery } = useLoaderData<typeof loader>()
  useOpenedByHash()
  return (
    <StandingFrame head={{ ...HEAD, title: text.title }} lead={text.summary}>
      {text && <Questions content={text.content} initialQuery={initialQuery} key={initialQuery} />}
    </StandingFrame>
  )
}

/** `initialQuery` comes from the address, so that the search works without scripts. */
function Questions({ content, initialQuery }: { content: SafeHtml; initialQuery: string }) {
  const [query, setQuery] = useState(initialQuery)
  const { lead, groups } = readQuestions(content)
  const intro = groups.length > 0 ? lead : content
  const words = splitWords(query)
  const found = findQuestions(groups, words)
  const count = countQuestions(found)
  return (
    <div className={styles.columns}>
      <aside className={styles.aside}>
        {count > 0 && (
          <nav className={styles.box} aria-label="问题分类">
            <ul className={styles.groups}>
              {found.map(({ id, title, questions }) => (
                <li key={id}>
                  <a className={styles.link} href={`#${id}`}>
                    {title}
                    <span className={shared.noteFigures}>{questions.length}</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={styles.lookup}>
          <LookupBox />
        </div>
      </aside>
      <div className={shared.mayShrink}>
        {words.length === 0 && intro && <RichText html={intro} className={styles.lead} />}
        {groups.length > 0 && (
          <QuestionSearch
            query={query}
            onQueryChange={setQuery}
            status={words.length === 0 ? `共 ${count} 个问题` : `找到 ${count} 个问题`}
            path={PATH}
          />
        )}
        {count === 0 && words.length > 0 ? (
          <EmptyState link={{ to: '/contact-us', text: '联系咨询' }}>
            <p>没有含“{query.trim()}”的问题。可换一个词，或直接联系咨询。</p>
          </EmptyState>
        ) : (
          <QuestionGroups groups={found} isOpen={words.length > 0} />
        )}
      </div>
    </div>
  )
}

/** Groups of questions; answers of search results are unfolded. */
function QuestionGroups({ groups, isOpen }: { groups: readonly QuestionGroup[]; isOpen: boolean }) {
  return groups.map(({ id, title, lead, questions }) => (
    <section className={styles.group} aria-labelledby={id} key={id}>
      <h2 className={styles.groupTitle} id={id}>
        {title}
      </h2>
      {lead && <RichText html={lead} className={styles.lead} />}
      {questions.map((question) => (
        <FaqEntry
          id={question.id}
          title={<RichText html={question.titleHtml} variant="inline" />}
          answer={question.body}
          isOpen={isOpen}
          key={question.id}
        />
      ))}
    </section>
  ))
}

interface QuestionSearchProps {
  query: string
  /** Called at each change, except during composition by an input method. */
  onQueryChange: (query: string) => void
  /** Number of hits, as text. */
  status: string
  path: string
}

function QuestionSearch({ query, onQueryChange, status, path }: QuestionSearchProps) {
  const [typed, setTyped] = useState(query)
  const isComposing = useRef(false)
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setTyped(target.value)
    if (!isComposing.current) onQueryChange(target.value)
  }
  const handleCompositionEnd = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    isComposing.current = false
    onQueryChange(currentTarget.value)
  }
  return (
    <Form className={styles.search} action={path} method="get" role="search" aria-label="常见问题" preventScrollReset>
      <label className={styles.field}>
        <VisuallyHidden>在常见问题中查找</VisuallyHidden>
        <Icon of={Search} sizePx={18} className={styles.icon} />
        <input
          className={styles.input}
          type="search"
          name="q"
          value={typed}
          maxLength={50}
          placeholder="例如：加急、复检"
          autoComplete="off"
          enterKeyHint="search"
          onChange={handleChange}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={handleCompositionEnd}
        />
      </label>
      <Button type="submit" className={styles.submit}>
        查找
      </Button>
      <p className={styles.status} role="status">
        {status}
      </p>
    </Form>
  )
}
