"""The dashboard as an ASGI application: the shell behind security headers, tidied up at its end."""

import streamlit as st
from starlette.middleware import Middleware

from ircompare.dashboard.closing import tidied
from ircompare.dashboard.headers import SecurityHeaders

app = st.App(
    "ircompare/dashboard/shell.py", middleware=[Middleware(SecurityHeaders)], lifespan=tidied
)
