// `node scripts/sbom.ts`: prints the list of the production packages (CycloneDX). The build of the image calls it.
import { productionBill } from './checks/production-bill.ts'

process.stdout.write(await productionBill())
