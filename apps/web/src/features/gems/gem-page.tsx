import { useLoaderData } from 'react-router-dom'
import type { LoaderData } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import { toCompareAddress } from './gem-address.ts'
import type { gemLoader } from './gem-loader.ts'
import styles from './gem-page.module.css'
import { GemTray } from './gem-tray.tsx'

export { gemLoader as loader } from './gem-loader.ts'

const TITLE = '宝石百科'
const LEAD = '每个条目列出折射率、硬度、密度与典型光谱，可按测得的数值查找，也可并排对比。'

const GemComparison = nearPart(async () => (await import('./gem-comparison.tsx')).GemComparison)

type GemData = LoaderData<typeof gemLoader>

export const meta: MetaOf<typeof gemLoader> = (data) =>
  data.kind === 'tray'
    ? // All filters share one canonical page.
      { title: TITLE, description: LEAD, canonical: '/gem', crumb: [{ text: TITLE }] }
    : {
        title: `${joinNames(data)}对比 - ${TITLE}`,
        description: `${joinNames(data)}：折射率、双折射率、密度、摩氏硬度与吸收光谱对照。`,
        canonical: toCompareAddress(data.gems.map(({ id }) => id)),
        // Hidden from search engines: there are too many combinations.
        isHidden: true,
      }

/** Joins the names: 红宝石、尖晶石 */
function joinNames({ gems }: Extract<GemData, { kind: 'comparison' }>): string {
  return gems.flatMap(({ name }) => name ?? []).join('、')
}

export function Component() {
  const data = useLoaderData<typeof gemLoader>()
  return data.kind === 'tray' ? (
    <PageFrame
      title={TITLE}
      lead={LEAD}
      drawing="dodecahedron"
      isDrawingShared
      stone="almandine"
      className={styles.root}
    >
      <GemTray data={data} />
    </PageFrame>
  ) : (
    <PageFrame
      crumb={[{ text: TITLE, to: '/gem' }, { text: '对比' }]}
      title="宝石对比"
      lead={`${joinNames(data)}的测量值并排列出，标尺统一。`}
      drawing="brilliant-face"
      stone="ruby"
      className={styles.root}
    >
      <GemComparison gems={data.gems} />
    </PageFrame>
  )
}
