import { Megaphone, X } from '@lucide/icons'
import { countBulletin } from '@portal/contract/site/bulletin-words.ts'
import { formatOpeningHours, formatSpecialDay } from '@portal/contract/site/opening-hours.ts'
import type { OpenSpan, SpecialDays } from '@portal/contract/site/site-settings.ts'
import { type ReactNode, useState } from 'react'
import { toSite } from '#domain/site/site.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Brand } from '#ui/brand.tsx'
import { Icon } from '#ui/icon.tsx'
import { BulletinText } from './bulletin/bulletin-text.tsx'
import styles from './place-preview.module.css'
import { useSiteForm } from './site-form.ts'
import { MEMBERS, type SiteValues, type Tab } from './site-members.ts'

const PLACES = ['页脚', '页眉', '联系我们'] as const
type Place = (typeof PLACES)[number]

/** Place that shows a member: the preview opens it when the field gets the focus. */
const MEMBER_PLACES: Readonly<Partial<Record<keyof SiteValues, Place>>> = {
  bulletin: '页眉',
  bulletinFrom: '页眉',
  bulletinUntil: '页眉',
  logo: '页眉',
  email: '联系我们',
  visitAddress: '联系我们',
  wechat: '联系我们',
  specialDays: '联系我们',
  creditCode: '联系我们',
  phone: '页脚',
  recordNum: '页脚',
  policeRecordNum: '页脚',
  startedAt: '页脚',
  weekHours: '页脚',
}

/** Place that is open when a tab is opened; the footer when a tab is not listed. */
const TAB_PLACES: Readonly<Partial<Record<Tab, Place>>> = { time: '页眉', brand: '页眉' }

/** 显示在何处: parts of the public pages, drawn from the unsaved values. */
export function PlacePreview({ tab }: { tab: Tab }) {
  const { edit, focused } = useSiteForm()
  const [chosen, setChosen] = useState<Place>(TAB_PLACES[tab] ?? '页脚')
  const [lastFocus, setLastFocus] = useState(focused)
  if (focused !== lastFocus) {
    setLastFocus(focused)
    const place = focused && MEMBER_PLACES[focused]
    if (place) setChosen(place)
  }
  const site = toSite({ name: edit.values.name, logo: edit.values.logo })
  return (
    <Panel
      title="显示在何处"
      className={styles.panel}
      actions={PLACES.map((place) => (
        <button
          type="button"
          className={styles.place}
          key={place}
          aria-pressed={place === chosen}
          onClick={() => setChosen(place)}
        >
          {place}
        </button>
      ))}
    >
      <section className={styles.piece} aria-label={`预览：${chosen}`}>
        {chosen === '页脚' && <FooterPiece mark={site.mark} name={site.name} />}
        {chosen === '页眉' && <HeaderPiece mark={site.mark} />}
        {chosen === '联系我们' && <ContactPiece />}
      </section>
      <p className={styles.note}>
        用未保存的内容预览
        {focused && MEMBER_PLACES[focused] && `；框出的是“${MEMBERS[focused].label}”`}
      </p>
    </Panel>
  )
}

function Part({ of, children, missing }: { of: keyof SiteValues; children: ReactNode; missing?: string }) {
  const { focused } = useSiteForm()
  if (!children) return missing ? <span className={styles.missing}>{missing}</span> : null
  return <span data-hit={focused === of || undefined}>{children}</span>
}

type Mark = ReturnType<typeof toSite>['mark']

function FooterPiece({ mark, name }: { mark: Mark; name: string }) {
  const { edit, openingHours } = useSiteForm()
  const { phone, weekHours, recordNum, policeRecordNum } = edit.values
  const hours = weekHours ? formatOpeningHours(weekHours as OpenSpan[][]) : openingHours
  return (
    <div className={styles.footer}>
      <Brand {...mark} />
      <Part of="phone" missing="电话未填，不显示">
        {phone}
      </Part>
      {phone && <Part of="weekHours">{hours}</Part>}
      <div className={styles.line}>
        <span>版权所有 © {name}</span>
        <Part of="recordNum" missing="ICP 备案号未填，不显示">
          {recordNum}
        </Part>
        <Part of="policeRecordNum" missing="公安备案号未填，不显示">
          {policeRecordNum}
        </Part>
      </div>
    </div>
  )
}

function HeaderPiece({ mark }: { mark: Mark }) {
  const { edit } = useSiteForm()
  const { bulletin, bulletinUntil } = edit.values
  const isShown = countBulletin(bulletin ?? '') > 0
  return (
    <>
      {isShown ? (
        <div className={styles.bar}>
          <Icon of={Megaphone} sizePx={16} />
          <Part of="bulletin">
            <BulletinText html={bulletin ?? ''} />
          </Part>
          <Icon of={X} sizePx={16} />
        </div>
      ) : (
        <p className={styles.note}>没有公告，这一行不显示</p>
      )}
      <div className={styles.header}>
        <Brand {...mark} />
        <span>首页　检测业务　新闻资讯</span>
      </div>
      {isShown && bulletinUntil && <p className={styles.note}>{bulletinUntil} 自动撤下，无需再来</p>}
    </>
  )
}

function ContactPiece() {
  const { edit, openingHours } = useSiteForm()
  const { phone, visitAddress, email, wechat, showList, weekHours, specialDays, creditCode } = edit.values
  const isShown = (kind: number) => (showList ?? []).includes(kind)
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const days = (specialDays ?? []) as SpecialDays[]
  const rows: readonly (readonly [keyof SiteValues, string | null])[] = [
    ['phone', phone],
    ['visitAddress', visitAddress],
    ['weekHours', weekHours ? formatOpeningHours(weekHours as OpenSpan[][]) : openingHours],
    ['specialDays', days.map((one) => formatSpecialDay(one, today)).join('；')],
    ['email', isShown(1) ? email : null],
    ['wechat', isShown(5) ? wechat : null],
    ['creditCode', creditCode],
  ]
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{MEMBERS[name].label}</dt>
            <dd>
              <Part of={name}>{value}</Part>
            </dd>
          </div>
        ))}
    </dl>
  )
}
