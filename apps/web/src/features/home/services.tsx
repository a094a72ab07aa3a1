import { ArrowRight } from '@lucide/icons'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { GemTone } from '#ui/figures/gem-drawing.ts'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import styles from './services.module.css'

interface Service {
  name: string
  /** Short names of the tests. */
  items: readonly string[]
  standards: readonly string[]
  drawing: DrawingName
  tone: GemTone
  ground: 'primary' | 'turquoise' | 'gold'
}

const SERVICES: readonly Service[] = [
  {
    name: '宝石与玉石',
    items: ['定名', '优化处理鉴别', '钻石分级'],
    standards: ['GB/T 16552', 'GB/T 16553', 'GB/T 16554'],
    drawing: 'oval-brilliant',
    tone: 'plain',
    ground: 'primary',
  },
  {
    name: '绿松石',
    items: ['天然与处理品鉴别', '颜色与结构描述'],
    standards: ['GB/T 16553'],
    drawing: 'cabochon-veined',
    tone: 'turquoise',
    ground: 'turquoise',
  },
  {
    name: '贵金属首饰',
    items: ['金、银、铂、钯的纯度', '含量测定'],
    standards: ['GB 11887', 'GB/T 18043'],
    drawing: 'bangle',
    tone: 'gold',
    ground: 'gold',
  },
]

/** Steps of testing a sample, in order. */
const STEPS = ['送样', '编号', '检测', '复核', '签发']

const LINKS = [
  { text: '证书查询', to: '/certificate-check' },
  { text: '检测流程与范围', to: '/rangeDetail' },
  { text: '检测仪器与方法', to: '/instrument' },
]

/** Tests with their standards, and links to the three pages about them. */
export function Services() {
  return (
    <section className={shared.sectionGap} aria-labelledby="services">
      <Container>
        <SpectrumDivider stone="ruby" className={shared.divider} />
        <div className={styles.columns}>
          <div className={shared.column}>
            <h2 className={styles.title} id="services">
              检测业务
            </h2>
            <p className={styles.lead}>
              委托人可到场送样或邮寄送样。每件样品编号入库，检测、复核、签发由不同人员完成。
            </p>
            <ol className={styles.steps} aria-label="样品的流转">
              {STEPS.map((step) => (
                <li className={styles.step} key={step}>
                  {step}
                </li>
              ))}
            </ol>
            <ul className={styles.ways}>
              {LINKS.map(({ text, to }) => (
                <li key={to}>
                  <Link className={styles.way} to={to}>
                    {text}
                    <Icon of={ArrowRight} sizePx={18} className={styles.arrow} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <ul className={styles.list}>
            {SERVICES.map((service) => (
              <ServiceRow service={service} key={service.name} />
            ))}
          </ul>
        </div>
      </Container>
    </section>
  )
}

function ServiceRow({ service: { name, items, standards, drawing, tone, ground } }: { service: Service }) {
  return (
    <li className={styles.service}>
      <div className={styles.plate} data-ground={ground}>
        <Drawing name={drawing} tone={tone} className={styles.drawing} />
      </div>
      <div className={styles.body}>
        <h3 className={styles.name}>
          <Link className={styles.cover} to="/rangeDetail">
            {name}
          </Link>
        </h3>
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p className={styles.standards}>
          依据
          {standards.map((standard) => (
            <span className={styles.standard} key={standard}>
              {standard}
            </span>
          ))}
        </p>
      </div>
      <Icon of={ArrowRight} className={styles.arrow} />
    </li>
  )
}
