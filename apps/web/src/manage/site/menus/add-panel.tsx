import { Plus } from '@lucide/icons'
import type { MenuTarget } from '@portal/contract/site/menu-calls.ts'
import { findTargetFault, MENU_MAX } from '@portal/contract/site/menu-rules.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { findTarget } from './menu-words.ts'
import styles from './menus.module.css'

const KINDS = [
  { kind: 'page', label: '页面' },
  { kind: 'category', label: '栏目' },
  { kind: 'article', label: '文章' },
  { kind: 'address', label: '网址' },
] as const
type Kind = (typeof KINDS)[number]['kind']

/** Number of articles that a search shows. */
const ARTICLES_SHOWN = 8
/** Pause in typing before the search, in ms. */
const SEARCH_PAUSE_MS = 300

interface AddPanelProps {
  targets: readonly MenuTarget[]
  note: string
  onAdd: (target: MenuTarget) => void
}

/** Adds an entry for a page, a category, an article or an address. */
export function AddPanel({ targets, note, onAdd }: AddPanelProps) {
  const [kind, setKind] = useState<Kind>('page')
  const [typed, setTyped] = useState('')
  const found = useArticles(kind === 'article' ? typed : null)
  const isMatch = ({ name, to }: MenuTarget) => `${name} ${to}`.includes(typed.trim())
  const isListed = (target: MenuTarget) =>
    kind === 'page' ? target.kind !== 'article' && target.kind !== 'category' : target.kind === kind
  const choices = kind === 'article' ? found : targets.filter((target) => isListed(target) && isMatch(target))
  return (
    <Panel title="添加">
      <fieldset className={styles.kinds} aria-label="添加什么">
        {KINDS.map((one) => (
          <button
            key={one.kind}
            type="button"
            className={styles.kind}
            aria-pressed={one.kind === kind}
            onClick={() => setKind(one.kind)}
          >
            {one.label}
          </button>
        ))}
      </fieldset>
      {kind === 'address' ? (
        <AddressForm targets={targets} onAdd={onAdd} />
      ) : (
        <>
          <input
            className={styles.search}
            type="search"
            aria-label={kind === 'article' ? '文章标题' : '名称或地址'}
            placeholder={kind === 'article' ? '文章标题，只找已发布的' : '名称或地址'}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <ul className={styles.choices}>
            {choices.map((target) => (
              <li key={target.to}>
                <span>
                  {target.name}
                  <small>{target.to}</small>
                </span>
                <Button variant="quiet" icon={Plus} aria-label={`添加：${target.name}`} onClick={() => onAdd(target)}>
                  添加
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.note}>{note}</p>
    </Panel>
  )
}

/** Finds published articles by a part of their titles, as targets. */
function useArticles(keyword: string | null): MenuTarget[] {
  const api = useApi()
  const [found, setFound] = useState<MenuTarget[]>([])
  useEffect(() => {
    if (keyword === null) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const query = { view: 'published' as const, ...(keyword.trim() && { keyword: keyword.trim() }) }
      try {
        const { records } = await api.call('GET /v1/manage/articles', { query, signal: abort.signal })
        setFound(
          records
            .slice(0, ARTICLES_SHOWN)
            .map(({ id, title }) => ({ to: `/article/${id}`, name: title, kind: 'article', state: 'shown' })),
        )
      } catch {
        // The API client reports the failure; the articles found before stay.
      }
    }, SEARCH_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, keyword])
  return found
}

function AddressForm({ targets, onAdd }: Pick<AddPanelProps, 'targets' | 'onAdd'>) {
  const [to, setTo] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const found = findTargetFault(to.trim())
    setFault(found)
    if (found) return
    const host = /^https:\/\/([^/]+)/i.exec(to.trim())?.[1]
    const name = findTarget(targets, to.trim())?.name ?? host ?? to.trim()
    onAdd({ to: to.trim(), name, kind: 'list', state: 'shown' })
    setTo('')
  }
  return (
    <form className={styles.address} onSubmit={add} noValidate>
      <Field label="网址或本站路径" error={fault ?? undefined}>
        <TextInput
          autoComplete="off"
          placeholder="https://"
          maxLength={MENU_MAX.to}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" icon={Plus}>
        添加
      </Button>
    </form>
  )
}
