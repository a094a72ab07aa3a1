import type { ReactNode } from 'react'
import {
  BalanceFigure,
  DichroscopeFigure,
  FluorescenceFigure,
  MasterStonesFigure,
  MicroscopeFigure,
  PolariscopeFigure,
  RefractometerFigure,
  SpectroscopeFigure,
} from './field-figures.tsx'
import { SpectrumFigure } from './spectrum-figure.tsx'

/**
 * Figures by a word of the heading; the first match counts. Positions of lines are those of the page's text (turquoise
 * 2930, 2860, 1725 cm⁻¹; nephrite 222, 393, 675, 1060 cm⁻¹; jadeite 437 nm; ruby with lead glass Pb 10.55 and 12.61
 * keV); heights and widths are estimates made for drawing.
 */
const FIGURES: readonly { title: RegExp; figure: ReactNode }[] = [
  { title: /折射仪/, figure: <RefractometerFigure /> },
  { title: /偏光镜/, figure: <PolariscopeFigure /> },
  { title: /二色镜/, figure: <DichroscopeFigure /> },
  { title: /显微镜/, figure: <MicroscopeFigure /> },
  { title: /天平|静水/, figure: <BalanceFigure /> },
  { title: /比色/, figure: <MasterStonesFigure /> },
  {
    title: /红外/,
    figure: (
      <SpectrumFigure
        label="注胶绿松石的红外光谱，1725 与 2930 cm⁻¹ 处有吸收"
        unit="cm⁻¹"
        ticks={[4000, 2800, 1600, 400]}
        peaks={[
          [3490, 70, 0.42],
          [3290, 130, 0.34],
          [2930, 34, 0.4],
          [2860, 28, 0.24],
          [1725, 26, 0.46],
          [1630, 40, 0.2],
          [1120, 60, 0.72],
          [1030, 52, 0.6],
          [640, 60, 0.36],
        ]}
        marks={[2930, 1725]}
      />
    ),
  },
  {
    title: /拉曼/,
    figure: (
      <SpectrumFigure
        label="和田玉的拉曼光谱，675 与 1060 cm⁻¹ 处有峰"
        unit="cm⁻¹"
        ticks={[100, 500, 900, 1300]}
        peaks={[
          [222, 9, 0.36],
          [393, 9, 0.3],
          [675, 9, 0.92],
          [1060, 11, 0.5],
        ]}
        marks={[675, 1060]}
      />
    ),
  },
  {
    title: /紫外可见/,
    figure: (
      <SpectrumFigure
        label="绿色翡翠的吸收光谱，437、630、660、690 nm 处有吸收"
        unit="nm"
        ticks={[400, 500, 600, 700]}
        peaks={[
          [437, 5, 0.6],
          [380, 60, 0.5],
          [630, 9, 0.24],
          [660, 9, 0.34],
          [690, 7, 0.56],
        ]}
        ground={0.1}
        marks={[437]}
      />
    ),
  },
  {
    title: /X 射线荧光/,
    figure: (
      <SpectrumFigure
        label="铅玻璃充填红宝石的 X 射线荧光谱，铅的谱线在 10.55 与 12.61 keV"
        unit="keV"
        ticks={[0, 5, 10, 15, 20]}
        peaks={[
          [5.41, 0.14, 0.5],
          [6.4, 0.14, 0.3],
          [10.55, 0.16, 0.9],
          [12.61, 0.17, 0.74],
          [14.77, 0.17, 0.14],
        ]}
        marks={[
          { at: 5.41, text: 'Cr' },
          { at: 10.55, text: 'Pb' },
        ]}
      />
    ),
  },
  {
    title: /光致发光/,
    figure: (
      <SpectrumFigure
        label="钻石的光致发光谱，575、637 与 737 nm 处有锐峰"
        unit="nm"
        ticks={[520, 600, 700, 780]}
        peaks={[
          [575, 1.8, 0.5],
          [605, 26, 0.16],
          [637, 2, 0.62],
          [675, 34, 0.2],
          [737, 2.2, 0.86],
        ]}
        marks={[575, 637, 737]}
      />
    ),
  },
  { title: /荧光灯/, figure: <FluorescenceFigure /> },
  { title: /分光镜/, figure: <SpectroscopeFigure /> },
]

/** Finds the figure for an instrument's name; `null` for none. */
export function findInstrumentFigure(name: string): ReactNode {
  return FIGURES.find(({ title }) => title.test(name))?.figure ?? null
}
