/** Shapes of keys that only a provider's name identifies: `type | spelling of the provider | template | template`. */

export interface NamedExample {
  readonly type: string;
  readonly provider: string;
  readonly templates: readonly string[];
}

const table = `
adafruit_key | adafruit_api | <w32>
adobe_client_id | adobe_client_id | <h32>
airtable_key | airtable_api | key<a14> | <a17>
akamai_secret | akamai_client | <b43>=
algolia_key | algolia_admin | <h32> | <z32>
alibaba_secret_key | aliyun_secret | <a30>
amplitude_key | amplitude_api | <h32>
appcenter_token | appcenter_api | <h40>
artifactory_token | artifactory_api | <a73> | <a64>
asana_client_id | asana_client_id | <d16>
asana_client_secret | asana_client | <a32>
assemblyai_key | assemblyai_api | <h32>
atlassian_token | confluence_api | <a24> | <a20>=<H8>
auth0_client_secret | auth0_client | <w64>
aws_secret_access_key | aws_secret | <b40>
aws_session_token | aws_session | <b200>
azure_key | azure_storage | <b86>== | <b43>=
azure_devops_token | azdo_pat | <z52>
azure_openai_key | azure_openai | <h32>
beamer_token | beamer_api | b_<w44>
bitbucket_client_secret | bitbucket_client | <w64>
bitbucket_client_id | bitbucket_client_id | <a32>
bittrex_key | bittrex_access | <a32>
bitly_token | bitly_access | <h40>
browserstack_key | browserstack_access | <a20>
cloudflare_key | cloudflare_api | <w40> | <h37>
cloudinary_secret | cloudinary_api | <w27>
codecov_token | codecov_upload | <a32> | <u>
codacy_token | codacy_project | <h32>
cohere_key | cohere_api | <a40>
coinbase_token | coinbase_access | <w64>
confluent_secret | confluent_api | <a64>
confluent_key | confluent_access | <a16>
contentful_token | contentful_delivery | <w43>
coveralls_token | coveralls_repo | <a33>
datadog_key | datadog_app | <a40> | <h32>
deepgram_key | deepgram_api | <h40>
deepl_key | deepl_api | <u>:fx
discord_secret | discord_client | <h64> | <w32>
discord_client_id | discord_client_id | <d18>
droneci_token | droneci_api | <a32>
dropbox_token | dropbox_access | <z11>AAAAAAAAAA<w43>
dropbox_secret | dropbox_app | <z15>
elastic_key | elastic_api | <b58>==
etsy_token | etsy_api | <z24>
fal_key | FAL_KEY_for | <u>:<h32>
facebook_secret | facebook_app | <h32>
fastly_token | fastly_api | <w32>
finicity_token | finicity_app | <h32> | <a20>
finnhub_token | finnhub_api | <z20>
flickr_token | flickr_api | <h32>
freemius_secret_key | freemius_secret_key | sk_<a29>
freshbooks_token | freshbooks_access | <z64>
freshdesk_key | freshdesk_api | <a20>
giphy_key | giphy_api | <a32>
gitlab_token | gitlab_private | <w20>
gitter_token | gitter_access | <w40>
gocardless_token | gocardless_access | live_<w40>
heroku_key | heroku_api | <u>
hubspot_key | hubspot_api | <u>
instagram_secret | instagram_client | <h32>
intercom_token | intercom_access | <w60>
ipinfo_token | ipinfo_access | <h14>
jenkins_token | jenkins_api | <h34>
jumpcloud_key | jumpcloud_api | <h40>
kraken_token | kraken_private | <b88>
kucoin_token | kucoin_access | <h24> | <u>
launchdarkly_token | launchdarkly_access | <w40>
linear_client_secret | linear_client | <h32>
linkedin_secret | linkedin_client | <a16>
linkedin_client_id | linkedin_client_id | <a14>
looker_secret | looker_client | <a24>
looker_client_id | looker_client_id | <a20>
mailchimp_key | mailchimp_api | <h32>
mailgun_signing_key | mailgun_signing | <h32>-<h8>-<h8>
mapbox_token | mapbox_access | pk.<a60>.<a22>
mattermost_token | mattermost_access | <z26>
meraki_key | meraki_api | <h40>
messagebird_key | messagebird_api | <a25> | <u>
mistral_key | mistral_api | <a32>
mixpanel_secret | mixpanel_api | <h32>
monday_token | monday_api | <a32>
netlify_token | netlify_access | <w43>
new_relic_key | newrelic_user_api | <a64> | <h40>
ngrok_token | ngrok_auth | 2<a26>_<a21>
nytimes_token | nytimes_access | <w32>
okta_token | okta_api | 00<w40>
openweather_key | openweather_api | <h32>
opsgenie_key | opsgenie_api | <u>
pagerduty_key | pagerduty_api | u+<w18>
paypal_secret | paypal_client | E<w79>
plaid_secret | plaid_client | <h30>
plaid_client_id | plaid_client_id | <h24>
polymarket_key | polymarket_private | 0x<h64> | <b43>=
postmark_token | postmark_server | <u>
privateai_token | private_ai | <z32>
pushover_token | pushover_app | <z30>
rapidapi_token | rapidapi_access | <w50>
recaptcha_secret | recaptcha_secret | 6L<w38>
rollbar_token | rollbar_access | <h32>
runpod_key | runpod_api | <Z40>
salesforce_token | salesforce_session | 00D<a15>!<a90>
sauce_key | sauce_access | <u>
segment_key | segment_write | <a32>
sendbird_token | sendbird_access | <h40> | <u>
sentry_token | sentry_access | <h64>
serpapi_key | serpapi_api | <h64>
shodan_key | shodan_api | <a32>
sidekiq_secret | bundle_enterprise__contribsys__com | <h8>:<h8>
snyk_token | snyk_api | <u>
sonar_token | sonar_login | <h40>
sourcegraph_token | sourcegraph_access | <h40>
spotify_secret | spotify_client | <h32>
square_token | square_access | <w64>
squarespace_token | squarespace_access | <u>
stability_key | stability_api | <a48>
sumologic_key | sumologic_access | <a64>
sumologic_access_id | sumologic_access_id | su<a12>
telegram_bot_token | telegram_api | <d9>:A<w34>
tencent_secret_key | tencent_secret | <a32>
travisci_token | travis_access | <w22>
trello_key | trello_access | <h64> | <h32>
twilio_secret | twilio_auth | <h32>
twitch_token | twitch_api | <z30>
twitter_key | twitter_api | <a25> | <a50> | <a45> | <d18>-<a30>
typeform_token | typeform_api | <a44>
unsplash_key | unsplash_access | <w43>
vercel_token | vercel_access | <a24>
wandb_key | wandb_api | <h40>
weaviate_key | weaviate_api | <a40>
webex_token | webex_access | <a64>_<a4>_<u>
zendesk_secret | zendesk_client | <a40>
zoom_secret | zoom_client_secret | <a32>
`;

export const namedExamples: readonly NamedExample[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [type = '', provider = '', ...templates] = line.split(' | ').map((cell) => cell.trim());
    return { type, provider, templates };
  });

/** Spellings of names and values: `{n}` is the name, `{v}` the value. */
export const notations: readonly string[] = [
  '{n}_token = "{v}"',
  '{n}_token={v}',
  '{n}_token = {v}',
  "export {n}_TOKEN='{v}'",
  '{n}_token: {v}',
  "  {n}-token: '{v}'",
  '{\n    "{n}_token": "{v}"\n}',
  '<{n}Token>{v}</{n}Token>',
  '<{n}Token>\n    {v}\n</{n}Token>',
  'string {n}Token = "{v}";',
  'var {n}Token string = "{v}"',
  '{n}Token := "{v}"',
  '{n}Token := `{v}`',
  'String {n}Token = "{v}";',
  'let {n}Token = `{v}`;',
  'var {n}Token: string = "{v}"',
  "$config->{n}Token .= '{v}'",
  '"{n}Token" => "{v}",',
  ":{n}_token => '{v}'",
  '{n}_TOKEN ?= "{v}"',
  '{n}_TOKEN ::= "{v}"',
  '{n}_TOKEN += "{v}"',
  'curl -H "{n}-token: {v}" https://api.test',
  '#define {n}_TOKEN "{v}"',
  'set("{n}_token", "{v}")',
  'https://api.test/v1/items?{n}_token={v}&page=2',
  '{\\"{n}_token\\": \\"{v}\\"}',
  "const config = { {n}Token: '{v}', retries: 3 };",
  '<add key="{n}Token" value="{v}" />',
  '- name: {n}_TOKEN\n  value: {v}\n',
  'tool --{n}-token {v} --verbose',
  'My {n} token is {v}, please keep it.',
];
