/** Regions of further providers and the city that each provider names for them; as of early 2026. */
import type { RegionTable } from './regions-large.ts';

/** Oracle Cloud Infrastructure. */
export const oci: RegionTable = {
  'us-ashburn-1': 'ashburn',
  'us-chicago-1': 'chicago',
  'us-phoenix-1': 'phoenix',
  'us-sanjose-1': 'san-jose',
  'ca-montreal-1': 'montreal',
  'ca-toronto-1': 'toronto',
  'mx-monterrey-1': 'monterrey',
  'mx-queretaro-1': 'queretaro',
  'sa-bogota-1': 'bogota',
  'sa-santiago-1': 'santiago',
  'sa-saopaulo-1': 'sao-paulo',
  'sa-valparaiso-1': 'valparaiso',
  'sa-vinhedo-1': 'vinhedo',
  'eu-amsterdam-1': 'amsterdam',
  'eu-frankfurt-1': 'frankfurt',
  'eu-frankfurt-2': 'frankfurt',
  'eu-jovanovac-1': 'jovanovac',
  'eu-madrid-1': 'madrid',
  'eu-madrid-2': 'madrid',
  'eu-marseille-1': 'marseille',
  'eu-milan-1': 'milan',
  'eu-paris-1': 'paris',
  'eu-stockholm-1': 'stockholm',
  'eu-zurich-1': 'zurich',
  'uk-cardiff-1': 'newport',
  'uk-london-1': 'london',
  'af-johannesburg-1': 'johannesburg',
  'il-jerusalem-1': 'jerusalem',
  'me-abudhabi-1': 'abu-dhabi',
  'me-dubai-1': 'dubai',
  'me-jeddah-1': 'jeddah',
  'me-riyadh-1': 'riyadh',
  'ap-batam-1': 'batam',
  'ap-chuncheon-1': 'chuncheon',
  'ap-hyderabad-1': 'hyderabad',
  'ap-melbourne-1': 'melbourne',
  'ap-mumbai-1': 'mumbai',
  'ap-osaka-1': 'osaka',
  'ap-seoul-1': 'seoul',
  'ap-singapore-1': 'singapore',
  'ap-singapore-2': 'singapore',
  'ap-sydney-1': 'sydney',
  'ap-tokyo-1': 'tokyo',
};

/** IBM Cloud. */
export const ibm: RegionTable = {
  'us-east': 'washington',
  'us-south': 'dallas',
  'ca-mon': 'montreal',
  'ca-tor': 'toronto',
  'br-sao': 'sao-paulo',
  'eu-de': 'frankfurt',
  'eu-es': 'madrid',
  'eu-fr2': 'paris',
  'eu-gb': 'london',
  'jp-osa': 'osaka',
  'jp-tok': 'tokyo',
  'au-syd': 'sydney',
};

/** Alibaba Cloud; several of its ids are those of AWS and stand for another country. */
export const alibaba: RegionTable = {
  'cn-beijing': 'beijing',
  'cn-chengdu': 'chengdu',
  'cn-fuzhou': 'fuzhou',
  'cn-guangzhou': 'guangzhou',
  'cn-hangzhou': 'hangzhou',
  'cn-heyuan': 'heyuan',
  'cn-hongkong': 'hong-kong',
  'cn-huhehaote': 'hohhot',
  'cn-nanjing': 'nanjing',
  'cn-qingdao': 'qingdao',
  'cn-shanghai': 'shanghai',
  'cn-shenzhen': 'shenzhen',
  'cn-wulanchabu': 'ulanqab',
  'cn-zhangjiakou': 'zhangjiakou',
  'ap-northeast-1': 'tokyo',
  'ap-northeast-2': 'seoul',
  'ap-southeast-1': 'singapore',
  'ap-southeast-3': 'kuala-lumpur',
  'ap-southeast-5': 'jakarta',
  'ap-southeast-6': 'manila',
  'ap-southeast-7': 'bangkok',
  'eu-central-1': 'frankfurt',
  'eu-west-1': 'london',
  'me-central-1': 'riyadh',
  'me-east-1': 'dubai',
  'na-south-1': 'mexico-city',
  'us-east-1': 'ashburn',
  'us-west-1': 'san-jose',
};

/** Hetzner Cloud. */
export const hetzner: RegionTable = {
  fsn1: 'falkenstein',
  nbg1: 'nuremberg',
  hel1: 'helsinki',
  ash: 'ashburn',
  hil: 'hillsboro',
  sin: 'singapore',
};

/** OVHcloud; its numbered ids (`gra11`) are read without the number. */
export const ovh: RegionTable = {
  gra: 'gravelines',
  rbx: 'roubaix',
  sbg: 'strasbourg',
  bhs: 'beauharnois',
  de: 'limburg',
  uk: 'london',
  waw: 'warsaw',
  sgp: 'singapore',
  syd: 'sydney',
  'eu-west-par': 'paris',
  'eu-south-mil': 'milan',
  'ca-east-tor': 'toronto',
  'ap-south-mum': 'mumbai',
};

/** Scaleway. */
export const scaleway: RegionTable = {
  'fr-par': 'paris',
  'nl-ams': 'amsterdam',
  'pl-waw': 'warsaw',
  'it-mil': 'milan',
};
