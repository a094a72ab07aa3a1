import { Equal, EqualApproximately, EqualNot, type LucideIconData, Plus, X } from '@lucide/icons'
import { useEffect } from 'react'
import { chooseGemAxis, type GemAxis, type GemMeasured } from '#domain/gems/gem-axes.ts'
import { GemMeasureScale } from '#domain/gems/gem-measure-scale.tsx'
import { GEM_ROWS, type GemRow } from '#domain/gems/gem-sheet.ts'
import { GemSpectrum } from '#domain/gems/gem-spectrum.tsx'
import { classNames } from '#lib/class-names.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { findGemDrawing } from '#ui/figures/gem-drawing.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { COMPARED_MAX, toCompareAddress } from './gem-address.ts'
import styles from './gem-comparison.module.css'
import { findDifference, type GemDifference } from './gem-difference.ts'
import type { ComparedGem } from './gem-loader.ts'
import { addPicks, removePick } from './gem-picks.ts'

/** Rows that are drawn on a scale. */
const SCALES: Partial<Record<GemRow, GemMeasured>> = {
  折射率: 'refractiveIndex',
  密度: 'density',
  摩氏硬度: 'hardness',
}
const UNITS: Partial<Record<GemRow, string>> = { 密度: 'g/cm³', 吸收光谱: 'nm' }

const DIFFERENCES: Readonly<Record<GemDifference, { icon: LucideIconData; text: string } | null>> = {
  same: { icon: Equal, text: '相同' },
  different: { icon: EqualNot, text: '不同' },
  apart: { icon: EqualNot, text: '可区分' },
  overlapping: { icon: EqualApproximately, text: '有重叠' },
  unknown: null,
}

/** Compares two to four gems, property by property, on common scales. */
export function GemComparison({ gems }: { gems: readonly ComparedGem[] }) {
  useEffect(() => {
    // Keeps the gems selected on return to the tray.
    addPicks(gems.flatMap(({ id, name }) => (name === null ? [] : { id, name })))
  }, [gems])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles.scroller} aria-label="对比表" tabIndex={0}>
        <table className={styles.table} data-columns={gems.length}>
          <thead>
            <tr>
              <th className={styles.corner} scope="col">
                <VisuallyHidden>项目</VisuallyHidden>
              </th>
              {gems.map((gem) => (
                <GemHead key={gem.id} gem={gem} others={gems.filter(({ id }) => id !== gem.id)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {GEM_ROWS.map((row, index) => (
              <Row key={row} row={row} gems={gems} isFirst={index === 0} />
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>
        “可区分”指各区间连同误差互不重叠，单凭该项即可分开；“有重叠”时须结合其他项目。数值为常见范围，个别样品可能超出。
      </p>
      <div className={styles.actions}>
        {gems.length < COMPARED_MAX && (
          <ButtonLink icon={Plus} variant="outline" to="/gem">
            添加宝石
          </ButtonLink>
        )}
        <ButtonLink variant="quiet" to="/gem">
          返回宝石百科
        </ButtonLink>
      </div>
    </>
  )
}

function GemHead({ gem: { id, name }, others }: { gem: ComparedGem; others: readonly ComparedGem[] }) {
  const { drawing, tone } = findGemDrawing(name ?? '')
  return (
    <th className={styles.gem} scope="col">
      {name !== null && <Drawing isShared className={styles.stone} name={drawing} tone={tone} />}
      <span className={styles.name}>
        {name === null ? '暂时无法加载' : <TextLink to={`/article/${id}`}>{name}</TextLink>}
      </span>
      <Link
        className={styles.remove}
        to={toCompareAddress(others.map((other) => other.id))}
        aria-label={`移除${name ?? '此列'}`}
        onClick={() => removePick(id)}
      >
        <Icon of={X} sizePx={18} />
      </Link>
    </th>
  )
}

function Row({ row, gems, isFirst }: { row: GemRow; gems: readonly ComparedGem[]; isFirst: boolean }) {
  const difference = findDifference(row, gems)
  const mark = DIFFERENCES[difference]
  const property = SCALES[row]
  const axis = property && chooseAxis(property, gems)
  return (
    <tr data-difference={difference}>
      <th className={styles.rowName} scope="row">
        {row}
        {UNITS[row] && <small className={styles.unit}> {UNITS[row]}</small>}
        {mark && (
          <span className={styles.mark} data-difference={difference}>
            <Icon of={mark.icon} sizePx={15} />
            {mark.text}
          </span>
        )}
      </th>
      {gems.map(({ id, name, sheet }) =>
        sheet ? (
          <Value key={id} row={row} sheet={sheet} axis={axis} property={property} />
        ) : (
          isFirst && (
            <td className={classNames(styles.value, styles.missing)} key={id} rowSpan={GEM_ROWS.length}>
              {name === null ? '暂时无法加载，请稍后重试' : '该条目没有测量值表'}
            </td>
          )
        ),
      )}
    </tr>
  )
}

interface ValueProps {
  row: GemRow
  sheet: NonNullable<ComparedGem['sheet']>
  axis: GemAxis | undefined
  property: GemMeasured | undefined
}

function Value({ row, sheet, axis, property }: ValueProps) {
  const text = sheet.rows[row]
  return (
    <td className={styles.value}>
      {text ?? <span className={shared.faint}>未列出</span>}
      {text && property && axis && (
        <span className={styles.drawing}>
          <GemMeasureScale property={property} name={row} measure={sheet[property]} axis={axis} isCompact />
        </span>
      )}
      {text && row === '吸收光谱' && (
        <span className={styles.drawing}>
          <GemSpectrum text={text} isCompact />
        </span>
      )}
    </td>
  )
}

/** Scale that is common to a row, tolerances included. */
function chooseAxis(property: GemMeasured, gems: readonly ComparedGem[]): GemAxis {
  return chooseGemAxis(
    property,
    gems.flatMap(({ sheet }) => sheet?.[property].spread ?? []),
  )
}
