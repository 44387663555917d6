"""An auditor written from the contract alone, with the standard library only: what a foreign auditor may look like.

It uses the freedoms that the contract leaves: local times without zone, null for absent members, a framework in
capitals, members of its own, negative counts, text and bytes that http.server sends by default (HTTP/1.0).
"""

import datetime
import http.server
import json
import os

AUDITOR = {"auditor_id": "mood", "version": "0.3"}
DECLARES = os.environ.get("DECLARES", "yes") == "yes"
VOCABULARY = [
    {
        "name": "mood_score",
        "type": "score_normalized",
        "description": "How calm the text is",
        "value_schema": {"type": "number", "minimum": 0, "maximum": 1},
        "settings": [{"key": "loud_from", "type": "number", "default": 5}],
    },
    {
        "name": "mood_balance",
        "type": "count",
        "description": "Friendly words minus unfriendly words",
        "value_schema": {"type": "integer"},
        "settings": [],
    },
    {"name": "mood_ms", "type": "duration_ms", "description": "Time taken", "value_schema": {}, "settings": []},
]


class InvalidRequest(Exception):
    pass


def score(text, settings):
    loud = sum(1 for letter in text if letter.isupper())
    return 0.1 if loud >= settings["loud_from"] else 0.9


def settings_of(context, given):
    config = context.get("auditor_config") or {}
    for key in config:
        if key != "loud_from":
            raise InvalidRequest("auditor_config has the unknown key " + key)
    return {"loud_from": 5, **config, **given}


def score_claim(name, text, settings):
    return {
        "name": name,
        "type": "score_normalized",
        "value": score(text, settings),
        "timestamp": datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None).isoformat(),
        "confidence": None,
        "metadata": None,
        "provenance": settings,
        "nonce": None,
        "compliance_framework": "SOC2",
        "control_id": "CC7.2",
        "model_card": {"name": "capital letters", "revision": 3},
    }


def claims_of(request):
    data = request["data"]
    text = data.get("output") if request["phase"] == "response" else data.get("input")
    text = text or ""
    context = request.get("vendor_context") or {}
    overrides = (context.get("detection_overrides") or {}).get("mood_score", {})
    instances = [one for one in context.get("claim_instances") or [] if "mood_score" in one.get("produces", [])]
    claims = [
        {"name": "mood_balance", "type": "count", "value": text.count("thanks") - text.count("hate")},
        {"name": "mood_ms", "type": "duration_ms", "value": 0.25, "detail": None},
    ]
    if not instances:
        return [score_claim("mood_score", text, settings_of(context, overrides))] + claims
    for one in instances:
        settings = settings_of(context, one.get("settings") or {})
        claims.append(score_claim(one["instance_id"], text, settings))
    return claims


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, status, body):
        payload = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def do_GET(self):
        if self.path == "/health":
            self.answer(200, {"status": "healthy", **AUDITOR, "ready": True})
        elif self.path == "/vocabulary":
            vocabulary = VOCABULARY if DECLARES else []
            self.answer(200, {**AUDITOR, "vocabulary": vocabulary, "phases": ["request", "response"]})
        else:
            self.answer(404, {})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            self.answer(200, {"status": "success", "claims": claims_of(json.loads(body)), "error": None})
        except Exception as error:
            code = "INVALID_REQUEST" if isinstance(error, InvalidRequest) else "INTERNAL_ERROR"
            failure = {"code": code, "message": str(error), "retryable": False}
            self.answer(200, {"status": "error", "claims": [], "error": failure})

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
